import type { Fields, GmoState, Trade } from "./state.ts";

const carrierNames = { card: "", au: "au", docomo: "docomo", softbank: "SoftBank" } as const;

/** The page on which the owner of a card confirms a charge. */
export function renderSecurePage({ amount }: Trade, id: string): string {
  return renderPage(
    "Strong authentication",
    `<p>This is the sandbox, not a bank. Pay ${amount} yen?</p>
<form method="post" action="/secure/${id}">
<button name="decision" value="confirm">Confirm</button>
<button name="decision" value="cancel">Cancel</button></form>`,
  );
}

/** The page of a telephone carrier on which a person agrees to be billed every month, or to the end of it. */
export function renderCarrierPage({ kind, amount, carrier, access_id }: Trade): string {
  const name = carrierNames[kind];
  const question = carrier?.isEnding
    ? `End the monthly payment of ${amount} yen?`
    : `Pay ${carrier?.first_amount} yen now and ${amount} yen every month with your telephone bill?`;
  return renderPage(
    name,
    `<p>This is the sandbox, not ${name}. ${question}</p>
<form method="post" action="/carriers/${kind}/decision">
<input type="hidden" name="AccessID" value="${escapeHtml(access_id)}">
<input type="hidden" name="Token" value="${escapeHtml(carrier?.token ?? "")}">
<button name="decision" value="confirm">Agree</button>
<button name="decision" value="cancel">Turn back</button></form>`,
  );
}

/** Posts the fields to the shop: a cross-site form, which brings no cookies of the shop along. */
export function renderReturnPage(address: string, fields: Fields): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return renderPage(
    "Return",
    `<form method="post" action="${escapeHtml(address)}">${inputs.join("")}
<button>Return to the shop</button></form><script>document.forms[0].submit()</script>`,
  );
}

export function renderMessage(text: string): string {
  return renderPage("Sandbox", `<p>${escapeHtml(text)}</p>`);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sandbox: ${title}</title>
<style>body{font:16px/1.6 sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
button{display:block;width:100%;margin:.5rem 0;padding:.8rem;font:inherit}</style>
<h1>${title}</h1>${content}</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The provider's script. Like the real one it sends the card to the provider only, and calls back with a code; the
 * callback may be a function or the name of a global one.
 */
export function renderTokenScript({ origin }: GmoState): string {
  return `(() => {
  let apiKey = "";
  const fields = ["cardno", "expire", "securitycode", "holdername", "tokennumber"];
  const send = async (card) => {
    const body = new URLSearchParams({ api_key: apiKey });
    for (const name of fields) body.set(name, String(card[name] ?? (name === "tokennumber" ? "1" : "")));
    const reply = await fetch("${origin}/ext/api/credit/getToken", { method: "POST", body, credentials: "omit" });
    if (!reply.ok) throw new Error(String(reply.status));
    return reply.json();
  };
  window.Multipayment = {
    init(key) { apiKey = String(key ?? ""); },
    getToken(card, callback) {
      const answer = typeof callback === "function" ? callback : window[callback];
      send(card).catch(() => ({ resultCode: "901" })).then((reply) => answer(reply));
    },
  };
})();
`;
}
