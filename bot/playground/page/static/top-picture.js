// Saves a picture of a pane, without any library: its document, with styles and pictures inside, drawn as an SVG.
import { t } from "./words.js";

const SKIPPED = new Set(["SCRIPT", "NOSCRIPT", "STYLE", "LINK", "TEMPLATE"]);
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

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "");
}

function styles(element, view) {
  const style = view.getComputedStyle(element);
  return [...style].filter((name) => KEPT_STYLES.test(name)).map((name) => `${name}:${style.getPropertyValue(name)}`);
}

function tag(name, style, inside, more = "") {
  return `<${name} style="${escaped(style.join(";"))}"${more}>${inside}</${name}>`;
}

// Return an element with everything in it as XML, in words, since the page's policy allows no inline styles.
// Scrolled content is shown as it's scrolled.
async function written(node, view) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.tagName)) return "";
  const style = styles(node, view);
  if (view.getComputedStyle(node).display === "none") return "";
  if (node.tagName === "IMG") return tag("img", style, "", ` src="${escaped(await dataUrl(node.src))}"`);
  if (["INPUT", "TEXTAREA", "SELECT"].includes(node.tagName)) {
    const shown = node.tagName === "SELECT" ? (node.selectedOptions[0]?.text ?? "") : node.value || node.placeholder;
    return tag("div", style, escaped(shown ?? ""));
  }
  let inside = "";
  for (const child of node.childNodes) inside += await written(child, view);
  const isHtml = node.namespaceURI === "http://www.w3.org/1999/xhtml";
  const name = isHtml && node.tagName !== "BUTTON" ? "div" : node.localName;
  if (node.scrollTop && node.scrollHeight > node.clientHeight) {
    inside = tag("div", [`margin-top:-${node.scrollTop}px`], inside);
    return tag(name, [...style, "overflow:hidden", "display:block"], inside);
  }
  const drawing = isHtml ? [] : [...node.attributes].filter((one) => !["style", "class", "id"].includes(one.name));
  return tag(name, style, inside, drawing.map((one) => ` ${one.name}="${escaped(one.value)}"`).join(""));
}

export async function draw(frame) {
  const view = frame.contentWindow;
  const { clientWidth: width, clientHeight: height } = frame;
  const body = await written(view.document.body, view);
  const root = tag("div", styles(view.document.documentElement, view), body, ' xmlns="http://www.w3.org/1999/xhtml"');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${root}</foreignObject></svg>`;
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
    say(t("Saved {file}.", { file: link.download }));
  } catch {
    say(t("This browser can't save a picture. Choose Save as PDF in the print window instead."));
    frame.contentWindow.print();
  }
}
