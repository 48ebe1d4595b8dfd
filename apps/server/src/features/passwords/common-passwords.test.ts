import { register } from "@toibako/contract/accounts.ts";
import { putPassword } from "@toibako/contract/passwords.ts";
import { expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();

test("AUTH-27 registration refuses common passwords and gives the reason", async () => {
  for (const common of ["password", "12345678", "QWERTYUIOP", "iloveyou"]) {
    const refused = await site.openBrowser("en").send(register, {
      body: { account: "common_one", password: common, locale: "en" },
    });
    expect([refused.status, refused.error?.details.password]).toEqual([
      400,
      ["This password is among the most common ones and easy to guess. Please choose another."],
    ]);
  }
});

test("AUTH-27 changing the password refuses the 10,000 most common ones, up to the last", async () => {
  const ren = await site.registerPerson("ren_common");
  const change = (next: string) =>
    ren.send(putPassword, { body: { current_password: password, password: next } });
  // The 10,000th password of the list, and below the 10,001st.
  const refused = await change("24081990");
  expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([400, ["password"]]);
  expect((await change("25021983")).status).toBe(204);
});
