/** Geniee's wrapper: carries out the commands of the page, and those that come later. */
export const wrapperScript = (origin: string) => `
(() => {
  const waiting = window.gnshbrequest.cmd;
  const run = (command) => command();
  window.gnshbrequest = {
    cmd: { push: run },
    applyPassback(id, selector) {
      document.querySelector(selector).textContent = "Passback " + id;
      fetch("${origin}/passbacks?" + new URLSearchParams({ id, selector }));
    },
  };
  waiting.forEach(run);
})();`;

/** A native script, which gets its parameters in its own address. */
export const nativeScript = `
const { searchParams } = new URL(document.currentScript.src);
document.body.append("Native " + searchParams.get("unit_id"));`;

/** Keeps the processor busy for some milliseconds of each `interval`. */
export const burnScript = (milliseconds: number, interval: number) => `
document.body.append("Burning");
setInterval(() => {
  const end = performance.now() + ${milliseconds};
  while (performance.now() < end);
}, ${interval});`;

export const loopScript = `
document.body.append("Looping");
setTimeout(() => { for (;;); }, 100);`;

/** A page that a tag opens in a new tab. It tries to reach the page of the tag. */
export const popupPage = (origin: string) => `<!doctype html>
<title>Popup</title>
<script>
const report = (name, outcome) =>
  fetch("${origin}/outcomes", { method: "POST", mode: "no-cors", body: JSON.stringify({ name, outcome }) });
const attempt = (name, act) => {
  try { report(name, "done: " + act()); } catch (error) { report(name, "refused: " + error.name); }
};
attempt("popup_opener", () => {
  if (!window.opener) return "no opener";
  opener.top.location = "${origin}/stolen?by=popup";
  return "navigated";
});
attempt("popup_storage", () => { localStorage.a = "1"; return "stored"; });
attempt("popup_alert", () => alert("popup"));
</script>`;
