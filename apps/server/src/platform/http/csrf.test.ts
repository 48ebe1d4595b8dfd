import { logout } from "@toibako/contract/accounts.ts";
import { toggleLikePut } from "@toibako/contract/likes.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const question = { body: { account: "yui", body: "好きな本は？" } };

test.each([
  ["no token", { "x-csrf-token": undefined }],
  ["an empty token", { "x-csrf-token": "" }],
  ["a wrong token", { "x-csrf-token": "AAAAAAAAAAAAAAAAAAAAAA" }],
  ["half a token", { "x-csrf-token": kenta.token.slice(0, 11) }],
  ["the token of pages without a session", { "x-csrf-token": site.openBrowser().token }],
  ["the token of another session", { "x-csrf-token": yui.token }],
])("API-01 a write with %s is refused", async (_, headers) => {
  const refused = await kenta.send(postQuestion, question, headers);
  expect(refused.status).toBe(403);
  expect(refused.error?.code).toBe("bad_token");
});

test.each([
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://localhost:3000.evil.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
])("API-01 a cross-site write is refused: %o", async (headers: object) => {
  for (const write of [
    () => kenta.send(postQuestion, question, { ...headers }),
    () => kenta.send(toggleLikePut, { body: { answer_id: "x" } }, { ...headers }),
    () => kenta.send(logout, {}, { ...headers }),
  ]) {
    const refused = await write();
    expect(refused.status).toBe(403);
    expect(refused.error?.code).toBe("foreign_origin");
  }
});

test.each([
  { origin: site.services.config.public_url, "sec-fetch-site": "same-origin" },
  { origin: "https://box.example", host: "box.example" },
  { "sec-fetch-site": "none" },
])("API-01 a write of the site's own page is accepted: %o", async (headers: object) => {
  expect((await kenta.send(postQuestion, question, { ...headers })).status).toBe(201);
});

test("API-01 the token of a session is invalid after signing out", async () => {
  const again = await site.signInAgain("kenta");
  const { token } = again;
  await again.send(logout, {});
  const refused = await again.send(postQuestion, question, { "x-csrf-token": token });
  expect(refused.error?.code).toBe("bad_token");
});
