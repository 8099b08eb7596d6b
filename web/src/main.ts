import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import symbols from "./style/symbols.svg?raw";

const drawer = document.createElement("div");
drawer.hidden = true;
drawer.innerHTML = symbols;
document.body.prepend(drawer);

const target = document.getElementById("page");
if (target) mount(App, { target });
