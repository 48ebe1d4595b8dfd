import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

test("SAFE-10 a request with 1,700 cookies that can't be decoded gets the same status as one without cookies", async () => {
  const site = await openSite();
  const cookie = Array.from({ length: 1_700 }, (_, index) => `${index}=%E`).join(";");
  const url = "/api/v2/users/me";
  const withoutCookies = await site.app.inject({ url });
  const reply = await site.app.inject({ url, headers: { cookie } });
  // 202 says that nobody is signed in.
  expect([withoutCookies.statusCode, reply.statusCode]).toEqual([202, 202]);
});
