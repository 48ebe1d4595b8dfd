import { expect, openPage, test } from "./fixture.ts";
import { choosePerson, openProviderSite } from "./provider-site.ts";
import { getSiteAddress } from "./second-site.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

const site = getSiteAddress(import.meta.filename);
let stop: () => Promise<void>;
test.use({ baseURL: site, reducedMotion: "reduce" });
test.describe.configure({ mode: "default", timeout: 120_000 });
test.beforeAll(async () => {
  ({ stop } = await openProviderSite(site, { OWN_ID: "off" }));
});
test.afterAll(() => stop());

for (const [locale, width] of [
  ["ja", 390],
  ["dt", 1280],
] as const) {
  test(`AUTH-08 ${locale} at ${width} px: with OWN_ID=off, the pages offer providers and no form for a handle and a password`, async ({
    page,
  }) => {
    const t = (key: string, values = {}) => translate(locale, key, values);
    const google = t("accounts.social_continue", { provider: t("accounts.provider_google") });
    await page.setViewportSize({ width, height: 844 });
    for (const path of ["login", "regist"]) {
      await openPage(page, `/${locale}/acc/${path}`);
      await expect(page.getByRole("button", { name: google })).toBeVisible();
      await expect(page.getByRole("textbox")).toHaveCount(0);
      await expect(page.getByText(t("accounts.own_id_lead"))).toHaveCount(0);
      await expectToFitWidth(page, path);
      await expectNoViolationsInThemes(page, path);
    }
    expect((await page.request.get(`/${locale}/acc/password_resets`)).status()).toBe(404);
    await page.getByRole("button", { name: google }).click();
    // The tests share the site, so each signs up another person.
    await choosePerson(page, width === 390 ? "Mina" : "Sora");
    await page.waitForURL(`**/${locale}/me/setup`);
    // A password would be of no use for signing in.
    await openPage(page, `/${locale}/stg`);
    await expect(page.getByText(t("accounts.sessions_title")).first()).toBeVisible();
    await expect(page.getByText(t("passwords.title"), { exact: true })).toHaveCount(0);
  });
}
