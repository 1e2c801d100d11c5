/* Pictures in what is not trusted: JupyterLab's sanitizer knows no SVG and leaves its letters.
 * Here the shapes of a drawing are let through, and nothing that could run or fetch something.
 */
const TAGS = new Set(("svg g title desc path circle ellipse rect line polyline polygon text tspan defs "
  + "lineargradient radialgradient stop").split(" "));
const ATTRIBUTES = new Set(("xmlns id class role aria-label aria-hidden width height viewbox x y x1 x2 y1 y2 cx cy r rx ry fx fy d "
  + "points transform opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap "
  + "stroke-linejoin font-size font-weight font-family text-anchor dominant-baseline offset stop-color stop-opacity "
  + "gradientunits style").split(" "));
const HARMFUL = /url\((?!#)|javascript:|expression|@import|position\s*:/i;

function clean(drawing) {
  for (const node of [drawing, ...drawing.querySelectorAll("*")]) {
    if (!TAGS.has(node.localName.toLowerCase())) {
      node.remove();
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      if (!ATTRIBUTES.has(name.toLowerCase()) || HARMFUL.test(value)) {
        node.removeAttribute(name);
      }
    }
  }
  return drawing.outerHTML;
}

/** Sanitize HTML with `sanitize`, and keep its drawings. */
export function withPictures(sanitize, dirty) {
  if (!/<svg\b/i.test(dirty)) {
    return sanitize(dirty);
  }
  const page = new DOMParser().parseFromString(dirty, "text/html"); // nothing runs in it
  const token = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const kept = [];
  for (const drawing of page.querySelectorAll("svg")) {
    if (page.contains(drawing)) {
      const drawn = clean(drawing);
      drawing.replaceWith(`${token}:${kept.push(drawn) - 1};`);
    }
  }
  return sanitize(page.body.innerHTML).replace(new RegExp(`${token}:(\\d+);`, "g"), (_, number) => kept[number]);
}

/** Have a sanitizer of JupyterLab's keep drawings from now on. */
export function keepPictures(sanitizer) {
  if (sanitizer.keepsPictures) {
    return;
  }
  const before = sanitizer.sanitize.bind(sanitizer);
  sanitizer.sanitize = (dirty, options) => withPictures((text) => before(text, options), dirty);
  sanitizer.keepsPictures = true;
}
