// Keeps the page as the table stands. Without this script every touch is a form and the page a whole new one.
"use strict";

const note = document.getElementById("note");
const lost = document.getElementById("lost");
const said = document.getElementById("said");
const seen = document.querySelector('meta[name="seen"]').content;
let mine = document.querySelector("[data-mine]") !== null;
let last = seen;
let quiet = 0;
let line = null;

function show(parts) {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.querySelector(`[data-part="${name}"]`);
    if (!place) continue;
    const held = document.activeElement;
    const mark = place.contains(held) && held.value ? [held.name, held.value] : null;
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    place.innerHTML = html;
    place.querySelectorAll("details").forEach((one, at) => { one.open = Boolean(open[at]); });
    if (mark) {
      const again = [...place.querySelectorAll("button")].find((one) => one.name === mark[0] && one.value === mark[1]);
      if (again) again.focus();
    }
  }
  const now = document.querySelector("[data-mine]") !== null;
  if (now && !mine) call();
  mine = now;
}

// "Your turn" is heard and felt where the browser allows it; the colour of the page says it everywhere. A browser
// lets a page sound once it was touched, over plain http too.
const bell = document.getElementById("bell");
let audio = null;
addEventListener("pointerdown", () => { if (!audio && window.AudioContext) audio = new AudioContext(); });
bell.checked = localStorage.getItem("bell") !== "off";
bell.addEventListener("change", () => localStorage.setItem("bell", bell.checked ? "on" : "off"));

function ring() {
  if (!audio || !bell.checked) return;
  [660, 880].forEach((hertz, at) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at * 0.16);
    tone.stop(audio.currentTime + at * 0.16 + 0.12);
  });
}

function call() {
  ring();
  if (navigator.vibrate) navigator.vibrate([80, 60, 80]);
  document.body.classList.remove("called");
  requestAnimationFrame(() => document.body.classList.add("called"));
}

function tell(lines) {
  for (const line of lines) {
    const one = document.createElement("p");
    one.textContent = line;
    said.append(one);
  }
  while (said.children.length > 20) said.firstChild.remove();
}

function listen() {
  line = new EventSource(`/events?seen=${encodeURIComponent(last)}`);
  line.onopen = () => { lost.hidden = true; };
  line.onmessage = (event) => {
    lost.hidden = true;
    last = event.lastEventId || last;
    const told = JSON.parse(event.data);
    show(told.parts);
    tell(told.say);
  };
  line.addEventListener("gone", () => { line.close(); location.reload(); });
  line.onerror = () => {
    lost.hidden = false;
    if (line.readyState === EventSource.CLOSED) {  // the browser gave up: we do not
      line.close();
      quiet = Math.min(quiet + 1, 5);
      setTimeout(listen, 1000 * quiet);
    }
  };
}
addEventListener("pagehide", () => line.close());

// A touch that is lost on its way is sent again, as it was: the table knows a repeat.
async function send(form, fields) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Accept: "application/json" },
        credentials: "same-origin",
      });
      if (answer.status === 403) return location.reload();
      lost.hidden = line.readyState === EventSource.OPEN;
      const told = answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : {};
      note.textContent = told.refused ? `${told.refused} ` : "";
      if (told.way) note.append(Object.assign(document.createElement("a"), { href: told.way, textContent: told.why }));
      note.hidden = !told.refused;
      return undefined;
    } catch {
      lost.hidden = false;
      await new Promise((done) => setTimeout(done, Math.min(500 * 2 ** attempt, 8000)));
    }
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const action = new URL(form.action).pathname;
  if (action === "/language") return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "1";
  const fields = new FormData(form, event.submitter);
  event.submitter?.classList.add("sent");
  await send(form, fields);
  delete form.dataset.sent;
  event.submitter?.classList.remove("sent");
});

document.querySelectorAll("#lost, #note").forEach((one) => one.addEventListener("click", () => { one.hidden = true; }));
listen();
