import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Provider } from "oidc-provider";
import { people } from "./people.ts";

/** Shows the sign-in and consent page of a provider. */
export function showInteraction(provider: string, url: string, response: ServerResponse): void {
  const choices = people.map(
    ({ subject, name, nickname }) =>
      `<button name="person" value="${subject}">${name} <small>@${nickname}</small></button>`,
  );
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sandbox: ${provider}</title>
<style>body{font:16px/1.6 sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
button{display:block;width:100%;margin:.5rem 0;padding:.8rem;font:inherit;text-align:left}</style>
<h1>${provider}</h1>
<p>This is the sandbox, not the provider. Continue to Toibako as:</p>
<form method="post" action="${url}">${choices.join("")}
<button name="person" value="">Cancel</button></form></html>`);
}

/** Grants all requested scopes, or reports that the person cancelled. */
export async function finishInteraction(
  server: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await server.interactionDetails(request, response);
  const accountId = new URLSearchParams(await text(request)).get("person");
  if (!accountId) {
    const error_description = "The person cancelled.";
    const refusal = { error: "access_denied", error_description };
    return server.interactionFinished(request, response, refusal);
  }
  const grant = new server.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope ?? "openid");
  const grantId = await grant.save();
  const result = { login: { accountId }, consent: { grantId } };
  return server.interactionFinished(request, response, result);
}
