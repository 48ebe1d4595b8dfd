import { escapeHtml, renderDecision, renderPage } from "../payment-pages.ts";
import type { Fields, GmoState, Trade } from "./state.ts";

const carrierNames = { card: "", au: "au", docomo: "docomo", softbank: "SoftBank" } as const;

/** The page of a telephone carrier on which a person agrees to be billed every month, or to the end of it. */
export function renderCarrierPage({ kind, amount, carrier, access_id }: Trade): string {
  const name = carrierNames[kind];
  const question = carrier?.isEnding
    ? `End the monthly payment of ${amount} yen?`
    : `Pay ${carrier?.first_amount} yen now and ${amount} yen every month with your telephone bill?`;
  return renderPage(
    name,
    `<p>This is the sandbox, not ${name}. ${question}</p>${renderDecision(
      `/carriers/${kind}/decision`,
      {
        confirm: "Agree",
        cancel: "Turn back",
        fields: renderFields({ AccessID: access_id, Token: carrier?.token ?? "" }),
      },
    )}`,
  );
}

/** Posts the fields to the shop: a cross-site form, which brings no cookies of the shop along. */
export function renderReturnPage(address: string, fields: Fields): string {
  return renderPage(
    "Return",
    `<form method="post" action="${escapeHtml(address)}">${renderFields(fields)}
<button>Return to the shop</button></form><script>document.forms[0].submit()</script>`,
  );
}

export function renderMessage(text: string): string {
  return renderPage("Sandbox", `<p>${escapeHtml(text)}</p>`);
}

const renderFields = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");

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
