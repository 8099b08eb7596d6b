// Says lines without loading the page anew, and adds to the log what happens meanwhile. Without it the form still works.
const { battle, position, seat } = document.body.dataset;
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

// Whose turn it is, said once: a sentence that is already there is not spoken again.
function announce({ head, tab, yours }) {
  document.title = tab;
  document.body.dataset.yours = yours;
  if (part("turn").textContent !== head) part("turn").textContent = head;
}

// One at a time, so that nothing is told twice.
let last = Promise.resolve();
const say = (text) => (last = last.then(() => saying(text)).catch(() => show("answer", ["The server does not answer."])));

async function saying(text) {
  const sent = await fetch(`/api/battles/${battle}/text`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ line: text, seat, since: known }),
  });
  const said = await sent.json();
  if (!sent.ok) return show("answer", [said.error.what]);
  if (text) show("answer", said.lines);
  known = said.position;
  part("log").append(...said.told.map(item));
  part("log").scrollTop = part("log").scrollHeight;
  announce(said);
  show("due", said.due);
  show("table", said.table);
}

part("saying").addEventListener("submit", (event) => {
  event.preventDefault();
  say(line.value);
  line.value = "";
  line.focus();
});

function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ position: String(known), ...(seat ? { seat } : {}) });
  const socket = new WebSocket(`${scheme}://${location.host}/api/battles/${battle}/live?${query}`);
  let due = 0;
  socket.onmessage = (event) => {
    if (!["step", "dice"].includes(JSON.parse(event.data).type)) return;
    clearTimeout(due);
    due = setTimeout(() => say(""), 150);
  };
  socket.onclose = (event) => event.code < 4400 && setTimeout(listen, 1500);
}

// The link of an invitation leads here with its secret behind the #, where no server sees it: it is taken, and gone.
async function takeSeat(token) {
  history.replaceState(null, "", location.pathname + location.search);
  const sent = await fetch(`/api/battles/${battle}/seats`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const said = await sent.json();
  if (sent.ok) location.replace(`/battles/${battle}/text?seat=${encodeURIComponent(said.seat)}`);
  else show("answer", [said.error.what]);
}

const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
if (invitation) takeSeat(invitation);
listen();
