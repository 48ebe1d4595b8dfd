import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

test("AUTH-01 VISIT-01 with blocked cookies, the forms to sign in, register and ask say what is needed", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, "/en/acc/login");
  await expect(page.getByText(en("accounts.cookies_needed"))).toHaveCount(0);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  for (const path of ["/en/acc/login", "/en/acc/regist"]) {
    await openPage(page, path);
    await expect(page.getByText(en("accounts.cookies_needed"))).toBeVisible();
  }
  await openPage(page, `/en/${account}`);
  await expect(page.getByText(en("questions.cookies_needed"))).toBeVisible();
});
