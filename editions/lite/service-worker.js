/* The site's files stay in the browser, so that it opens again without a network. What is newer
 * on the host comes first. All else is JupyterLite's own service worker, loaded below.
 */
"use strict";
{
  const KEPT = "mastermind-course";
  const NOT_FILES = /\/api\/(drive|stdin|service-worker-heartbeat)/;

  const keyOf = (url) => url.origin + url.pathname.replace(/\/$/, "/index.html");

  const coming = new Map(); // by address: what the page and Python both ask for is fetched once

  function fetched({ request }) {
    if (request.mode === "navigate") {
      return fetch(request);
    }
    if (!coming.has(request.url)) {
      coming.set(request.url, fetch(request.url)); // of its own: whoever asked first may go away
    }
    return coming.get(request.url);
  }

  async function answer(event, url) {
    const kept = await caches.open(KEPT);
    const { url: address } = event.request;
    try {
      const found = (await fetched(event)).clone();
      const keep = found.status === 200 ? kept.put(keyOf(url), found.clone()) : Promise.resolve();
      event.waitUntil(keep.catch(() => undefined).then(() => coming.delete(address)));
      return found;
    } catch (problem) {
      coming.delete(address);
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
