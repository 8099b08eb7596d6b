import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/track.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import symbols from "./style/symbols.svg?raw";
import { symbolSheet } from "./table/symbols";

const drawer = document.createElement("div");
drawer.hidden = true;
drawer.innerHTML = symbols + symbolSheet();
document.body.prepend(drawer);

const target = document.getElementById("page");
if (target) mount(App, { target });
