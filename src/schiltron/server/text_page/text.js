// Says lines without loading the page anew, and adds to the log what happens meanwhile. Without it the form still works.
const { battle, position } = document.body.dataset;
const token = new URLSearchParams(location.search).get("token") ?? "";
const part = (id) => document.getElementById(id);
const line = part("line");
let known = Number(position);

function item(text) {
  const made = document.createElement("li");
  made.textContent = text.trim();
  if (text.startsWith(" ")) made.className = "in";
  return made;
}

function show(id, lines) {
  part(id).replaceChildren(...lines.map(item));
}

async function say(text) {
  const sent = await fetch(`/api/battles/${battle}/text`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ line: text, token }),
  });
  const said = await sent.json();
  if (!sent.ok) return show("answer", [said.error.what]);
  if (text) show("answer", said.lines);
  show("due", said.due);
  show("table", said.table);
}

document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = line.value;
  line.value = "";
  line.focus();
  await say(text).catch(() => show("answer", ["The server does not answer."]));
});

function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ position: String(known), ...(token ? { token } : {}) });
  const socket = new WebSocket(`${scheme}://${location.host}/api/battles/${battle}/live?${query}`);
  let due = 0;
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "snapshot") known = message.position;
    if (message.type !== "step") return;
    known = message.position;
    for (const happened of message.events) if (happened.told) part("log").append(item(happened.told));
    part("log").scrollTop = part("log").scrollHeight;
    clearTimeout(due);
    due = setTimeout(() => say("").catch(() => {}), 150);
  };
  socket.onclose = (event) => event.code < 4400 && setTimeout(listen, 1500);
}

listen();
