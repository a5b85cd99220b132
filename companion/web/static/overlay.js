// The newest sentence of the feed, for a stream.
"use strict";

const shown = document.getElementById("shown");
const feed = new EventSource(location.pathname.replace("/overlay/", "/feed/") + location.search);
feed.addEventListener("happened", (event) => {
  const said = JSON.parse(event.data).items.flatMap((item) => item.happenings.map((one) => one.said));
  if (said.length) shown.textContent = said.slice(-3).join("  ·  ");
});
