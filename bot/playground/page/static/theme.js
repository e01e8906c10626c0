// Sets the theme before anything is drawn: from the address, else as chosen before, else dark unless the system is light.
// The page around this one changes it with a message of the form {type: "theme", theme: "dark"}.
(() => {
  const known = new Set(["dark", "light"]);
  const show = (theme) => {
    if (known.has(theme)) document.documentElement.dataset.theme = theme;
  };
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const asked = new URLSearchParams(location.search).get("theme");
  show([asked, stored(), light ? "light" : "dark"].find((theme) => known.has(theme)));
  addEventListener("storage", (event) => {
    if (event.key === "theme") show(event.newValue);
  });
  addEventListener("message", (event) => {
    if (event.origin === location.origin && event.data?.type === "theme") show(event.data.theme);
  });
})();
