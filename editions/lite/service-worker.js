/* The site's files stay in the browser, so that it opens again without a network. What is newer
 * on the host comes first. All else is JupyterLite's own service worker, loaded below.
 */
"use strict";
{
  const KEPT = "mastermind-course";
  const NOT_FILES = /\/api\/(drive|stdin|service-worker-heartbeat)/;

  const keyOf = (url) => url.origin + url.pathname.replace(/\/$/, "/index.html");

  async function answer(event, url) {
    const kept = await caches.open(KEPT);
    try {
      const found = await fetch(event.request);
      if (found.status === 200) {
        event.waitUntil(kept.put(keyOf(url), found.clone()));
      }
      return found;
    } catch (problem) {
      const found = await kept.match(keyOf(url));
      if (found) {
        return found;
      }
      throw problem;
    }
  }

  self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    const file = event.request.method === "GET" && url.origin === location.origin && !NOT_FILES.test(url.pathname);
    if (file) {
      event.stopImmediatePropagation();
      event.respondWith(answer(event, url));
    }
  });
}
importScripts("jupyterlite-service-worker.js");
