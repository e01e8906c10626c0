import { byId, closeButton, make } from "./dom.js";
import { t } from "./words.js";

/** Show a picture in full size, with its alt text. */
export function openPicture(image) {
  const dialog = byId("viewer");
  const close = closeButton(t("Close"), () => dialog.close());
  const whole = make("img", { src: image.currentSrc || image.src, alt: "", width: image.getAttribute("width"), height: image.getAttribute("height") });
  const alt = make("p", { id: "viewer-alt", text: image.alt || t("This picture has no description.") });
  dialog.setAttribute("aria-labelledby", "viewer-alt");
  dialog.replaceChildren(make("div", { class: "viewer-head" }, alt, close), whole);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.showModal();
}
