import type { StripeState } from "./state.ts";

/** The frame with the fields of a card. It makes tokens itself, so the number never reaches the page around it. */
export function renderCardFrame(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>Card</title><style>body{margin:0;display:flex;gap:.5rem;font:16px/1.5 sans-serif}
input{font:inherit;color:var(--color);background:none;border:0;min-width:0;width:6rem;padding:.25rem}
input::placeholder{color:var(--placeholder)}#number{flex:1}</style>
<input id="number" aria-label="Card number" placeholder="1234 1234 1234 1234" inputmode="numeric" autocomplete="cc-number">
<input id="expiry" aria-label="Expiry" placeholder="MM / YY" inputmode="numeric" autocomplete="cc-exp">
<input id="cvc" aria-label="CVC" placeholder="CVC" inputmode="numeric" autocomplete="cc-csc">
<script>
for (const [name, value] of new URLSearchParams(location.search)) {
  document.body.style.setProperty("--" + name, value);
}
const read = (id) => document.getElementById(id).value.trim();
const isFilled = () => read("number") !== "" && read("expiry") !== "" && read("cvc") !== "";
const isEmpty = () => read("number") + read("expiry") + read("cvc") === "";
const tell = (type) => parent.postMessage({ sandbox: "card", type, complete: isFilled(), empty: isEmpty() }, "*");
document.addEventListener("input", () => tell("change"));
const createToken = async (key) => {
  const [month = "", year = ""] = read("expiry").split("/").map((part) => part.trim());
  const body = new URLSearchParams({ number: read("number"), cvc: read("cvc"), exp_month: month,
    exp_year: year.length === 2 ? "20" + year : year });
  const reply = await fetch("/v1/tokens", { method: "POST", body, headers: { authorization: "Bearer " + key } });
  const result = await reply.json();
  return reply.ok ? { token: result } : { error: result.error };
};
addEventListener("message", (event) => {
  if (event.data?.sandbox !== "createToken") return;
  createToken(event.data.key)
    .catch(() => ({ error: { type: "api_connection_error", message: "The sandbox can't be reached." } }))
    .then((result) => event.ports[0].postMessage(result));
});
tell("ready");
</script></html>`;
}

/** A script of the shape of Stripe's, as far as a card form needs it. */
export function renderScript({ origin }: StripeState): string {
  return `(() => {
  const createElement = (kind, { style: { base = {} } = {} } = {}) => {
    const frame = document.createElement("iframe");
    const look = { color: base.color ?? "", placeholder: base["::placeholder"]?.color ?? "" };
    frame.src = "${origin}/elements/card?" + new URLSearchParams(look);
    frame.title = "Secure card payment input frame";
    frame.style.cssText = "border:0;width:100%;height:2.25rem;display:block";
    const ready = new Promise((resolve) => frame.addEventListener("load", resolve));
    const listeners = [];
    addEventListener("message", (event) => {
      if (event.source !== frame.contentWindow || event.data?.sandbox !== "card") return;
      const { type, complete, empty } = event.data;
      for (const [name, listener] of listeners) if (name === type) listener({ elementType: "card", complete, empty });
    });
    return {
      frame,
      ready,
      mount(target) {
        (typeof target === "string" ? document.querySelector(target) : target).replaceChildren(frame);
      },
      unmount() { frame.remove(); },
      destroy() { frame.remove(); },
      on(name, listener) { listeners.push([name, listener]); return this; },
      update() {},
    };
  };
  window.Stripe = (key) => ({
    elements: () => ({ create: createElement }),
    createToken: (element) => element.ready.then(() => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => resolve(event.data);
      element.frame.contentWindow.postMessage({ sandbox: "createToken", key }, "${origin}", [port2]);
    })),
  });
})();
`;
}
