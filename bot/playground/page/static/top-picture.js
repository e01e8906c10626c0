// Saves a picture of a pane, without any library: its document, with styles and pictures inside, drawn as an SVG.
const KEPT_STYLES = /^(?:-webkit-(?:box|line)|align|animation|appearance|aspect|background|border|bottom|box|clip|color|column|content|direction|display|fill|flex|float|font|gap|grid|height|image|inset|justify|left|letter|line|list|margin|mask|max|min|object|opacity|order|outline|overflow|padding|place|position|right|row|stroke|tab|text|top|transform|translate|unicode|vertical|visibility|white|width|word|writing|z)/;

async function dataUrl(url) {
  const response = await fetch(url);
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

function inline(from, to, view) {
  const style = view.getComputedStyle(from);
  const words = [];
  for (const name of style) if (KEPT_STYLES.test(name)) words.push(`${name}:${style.getPropertyValue(name)}`);
  to.setAttribute("style", words.join(";"));
}

// Copy an element with everything in it; scrolled content is shown as it's scrolled.
async function copy(from, view) {
  if (from.nodeType === Node.TEXT_NODE) return document.createTextNode(from.data);
  if (from.nodeType !== Node.ELEMENT_NODE) return null;
  if (["SCRIPT", "STYLE", "LINK", "DIALOG", "TEMPLATE"].includes(from.tagName) && !from.open) return null;
  const style = view.getComputedStyle(from);
  if (style.display === "none") return null;
  const to = from.cloneNode(false);
  inline(from, to, view);
  for (const name of [...to.getAttributeNames()]) if (name.startsWith("on") || name === "id") to.removeAttribute(name);
  if (from.tagName === "IMG" && from.src) {
    to.setAttribute("src", await dataUrl(from.src));
    to.removeAttribute("srcset");
    to.removeAttribute("loading");
  }
  if (from.tagName === "INPUT") to.setAttribute("value", from.value);
  const children = [];
  for (const child of from.childNodes) children.push(await copy(child, view));
  to.append(...children.filter(Boolean));
  if (from.scrollTop && from.scrollHeight > from.clientHeight) {
    const inner = document.createElement("div");
    inner.setAttribute("style", `margin-top:-${from.scrollTop}px`);
    inner.append(...to.childNodes);
    const clip = ["overflow:hidden", style.display.includes("flex") ? "display:block" : ""].filter(Boolean).join(";");
    to.setAttribute("style", `${to.getAttribute("style")};${clip}`);
    to.append(inner);
  }
  return to;
}

export async function draw(frame) {
  const view = frame.contentWindow;
  const { clientWidth: width, clientHeight: height } = frame;
  const body = await copy(view.document.body, view);
  const root = document.createElement("div");
  inline(view.document.documentElement, root, view);
  root.setAttribute("xmlns", "http://www.w3.org/1999/xhtml");
  const box = document.createElement("div");
  box.setAttribute("style", body.getAttribute("style"));
  box.append(...body.childNodes);
  root.append(box);
  const inside = new XMLSerializer().serializeToString(root);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${inside}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.max(2, devicePixelRatio);
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

export async function addPicture(frame, name, say) {
  try {
    const url = URL.createObjectURL(await draw(frame));
    const link = document.createElement("a");
    link.href = url;
    link.download = `remik-${name.toLowerCase()}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    say(`Saved ${link.download}.`);
  } catch {
    say("This browser can't save a picture. Choose Save as PDF in the print window instead.");
    frame.contentWindow.print();
  }
}
