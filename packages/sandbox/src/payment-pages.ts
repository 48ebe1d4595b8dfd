/** A page of a sandbox; `content` is HTML. */
export function renderPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sandbox: ${title}</title>
<style>body{font:16px/1.6 sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
button{display:block;width:100%;margin:.5rem 0;padding:.8rem;font:inherit}</style>
<h1>${title}</h1>${content}</html>`;
}

/** Posts `decision`, which is `confirm` or `cancel`, to `action`; `fields` is HTML. */
export const renderDecision = (
  action: string,
  { confirm = "Confirm", cancel = "Cancel", fields = "" } = {},
): string => `<form method="post" action="${action}">${fields}
<button name="decision" value="confirm">${confirm}</button>
<button name="decision" value="cancel">${cancel}</button></form>`;

/** The page on which the owner of a card confirms a charge. */
export const renderAuthenticationPage = (amount: number, action: string): string =>
  renderPage(
    "Strong authentication",
    `<p>This is the sandbox, not a bank. Pay ${amount} yen?</p>${renderDecision(action)}`,
  );

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
