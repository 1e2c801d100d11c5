/* Swap the parts of a page that live, send times with their zone, and take files that are dropped. */
const PAUSE = 1000; // milliseconds
const main = document.querySelector("main");
let { stamp } = main.dataset;

function ask(address) {
  // A hub answers a script only if it sends the page's token.
  return fetch(address, { headers: { "X-XSRFToken": main.dataset.xsrf }, redirect: "error" });
}

function localize(part) {
  for (const time of part.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}

async function look() {
  try {
    const found = await (await ask(main.dataset.state)).json();
    if (found.stamp === stamp) {
      return;
    }
    const page = new DOMParser().parseFromString(await (await ask(location.href)).text(), "text/html");
    for (const old of document.querySelectorAll("[data-live]")) {
      const now = page.getElementById(old.id);
      if (!now || old.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) {
        continue; // somebody is writing there
      }
      localize(now);
      if (old.innerHTML !== now.innerHTML) {
        const at = old.contains(document.activeElement) ? document.activeElement.id : "";
        old.replaceChildren(...now.childNodes);
        document.getElementById(at || "nothing")?.focus();
      }
    }
    const printed = document.getElementById("printed");
    printed?.scrollTo(0, printed.scrollHeight);
    stamp = page.querySelector("main").dataset.stamp;
  } catch {
    // The server is away; it is asked again.
  }
}

async function watch() {
  await look();
  setTimeout(watch, PAUSE);
}

document.addEventListener("submit", ({ target }) => {
  const when = target.elements.when?.value;
  if (when && target.elements.utc) {
    target.elements.utc.value = `${new Date(when).toISOString().slice(0, 16)}Z`;
  }
});

const files = document.querySelector("input[type=file]");
for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => files && event.preventDefault());
}
document.addEventListener("drop", ({ dataTransfer }) => {
  if (files && dataTransfer.files.length) {
    files.files = dataTransfer.files;
    files.form.requestSubmit();
  }
});
files?.addEventListener("change", () => files.files.length && files.form.requestSubmit());

const due = document.querySelector("input[name=when][data-utc]");
if (due?.dataset.utc) {
  const when = new Date(due.dataset.utc);
  due.value = new Date(when - 60000 * when.getTimezoneOffset()).toISOString().slice(0, 16);
}
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
localize(document);
watch();
