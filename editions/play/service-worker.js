/* The page's files stay in the browser, so that it opens without a network. The version changes
 * with any of them; the old ones then go. What is newer on the host comes with the next visit. */
"use strict";
const NAME = "mastermind-play-VERSION";
const FILES = ["./", /* FILES */];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("mastermind-play-") && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request)));
});
