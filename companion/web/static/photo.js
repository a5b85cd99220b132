// A photo of one's own card, beside what is typed of it. It stays in this browser (IndexedDB) and is sent to nobody.
"use strict";

const card = document.getElementById("card");
const photo = document.getElementById("photo");
const opened = indexedDB.open("cards", 1);
opened.onupgradeneeded = () => opened.result.createObjectStore("photos");

function photos(mode) {
  return opened.result.transaction("photos", mode).objectStore("photos");
}

function show(picture) {
  photo.src = URL.createObjectURL(picture);
  photo.hidden = false;
}

opened.onsuccess = () => {
  const kept = photos("readonly").get(card.dataset.piece);
  kept.onsuccess = () => { if (kept.result) show(kept.result); };
};
document.getElementById("camera").addEventListener("change", (event) => {
  const [picture] = event.target.files;
  if (!picture) return;
  show(picture);
  photos("readwrite").put(picture, card.dataset.piece);
});
