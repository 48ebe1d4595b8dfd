import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { en } from "./texts.ts";

test("AUTH-01 AUTH-20 API-14 the form creates an account with an email address and a display name", async ({
  page,
}) => {
  // 202: nobody is signed in.
  expect((await page.request.get("/api/v2/users/me")).status()).toBe(202);
  const account = createHandle("Ann");
  await openPage(page, "/en/acc/regist");
  await page.getByLabel(en("accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(en("accounts.password"), { exact: true }).fill(password);
  const name = page.getByLabel(en("accounts.displaying_name"), { exact: true });
  await expect(name).toHaveAccessibleDescription(/Up to 30 characters/);
  await name.fill("Ann Other");
  await page.getByLabel(en("accounts.email"), { exact: true }).fill("ann@example.org");
  await page.getByRole("button", { name: en("accounts.regist_button") }).click();
  await expect(page.getByRole("heading", { name: en("onboarding.setup_profile") })).toBeVisible();
  const me = await page.request.get("/api/v2/users/me");
  expect(me.status()).toBe(200);
  expect((await me.json()).user).toMatchObject({ account, email: "ann@example.org", locale: "en" });
  // The handle is the address of the profile, and addresses of other pages don't lead to profiles.
  await page.goto(`/en/${account.toLowerCase()}`);
  await expect(page.getByRole("heading", { name: "Ann Other", level: 1 })).toBeVisible();
  await page.goto("/en/box");
  await expect(page.getByRole("heading", { name: en("inbox.title"), level: 1 })).toBeVisible();
});

test.describe("refusals", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("AUTH-02 AUTH-03 API-14 a refused handle shows an error at its field, and the typed values stay", async ({
    page,
    request,
  }) => {
    const taken = await registerAccount(request);
    await openPage(page, "/en/acc/regist");
    const account = page.getByLabel(en("accounts.account"), { exact: true });
    const passwordField = page.getByLabel(en("accounts.password"), { exact: true });
    const name = page.getByLabel(en("accounts.displaying_name"), { exact: true });
    const submit = page.getByRole("button", { name: en("accounts.regist_button") });

    await submit.click();
    await expect(account).toHaveAccessibleDescription(new RegExp(en("accounts.field_required")));
    await passwordField.fill("short");
    await name.fill("Kept");
    await submit.click();
    await expect(passwordField).toHaveAccessibleDescription(
      new RegExp(en("accounts.too_short", { n: "8" })),
    );
    await passwordField.fill(password);

    const refused = [
      ["ab", "account_invalid"],
      ["a-b c", "account_invalid"],
      ["x".repeat(21), "account_invalid"],
      ["ADMIN", "account_reserved"],
      ["Box", "account_reserved"],
    ];
    for (const [typed = "", key] of refused) {
      await account.fill(typed);
      await submit.click();
      await expect(account).toHaveAccessibleDescription(en(`accounts.${key}`));
      await expect(account).toHaveAttribute("aria-invalid", "true");
      await expect(account).toHaveValue(typed);
    }
    await account.fill(taken.toUpperCase());
    await submit.click();
    await expect(account).toHaveAccessibleDescription(/is taken/);
    await expect(account).toHaveValue(taken.toUpperCase());
    await expect(passwordField).toHaveValue(password);
    await expect(name).toHaveValue("Kept");

    await account.fill(createHandle("ok"));
    await submit.click();
    await expect(page.getByRole("heading", { name: en("onboarding.setup_profile") })).toBeVisible();
  });

  test("AUTH-04 AUTH-05 a failed sign-in does not reveal what was wrong; signing out ends the session", async ({
    page,
    request,
    openBrowser,
  }) => {
    const known = await registerAccount(request, "en", "Mina");
    await openPage(page, "/en/acc/login");
    const account = page.getByLabel(en("accounts.account"), { exact: true });
    const passwordField = page.getByLabel(en("accounts.password"), { exact: true });
    const submit = page.getByRole("button", { name: en("accounts.login_button"), exact: true });
    const refusal = page.getByRole("main").getByRole("alert");
    const errorTexts = [];
    for (const [handle, typedPassword] of [
      [known, "not the password"],
      [createHandle("nobody"), password],
    ] as const) {
      await account.fill(handle);
      await passwordField.fill(typedPassword);
      const replied = page.waitForResponse("**/acc/login");
      await submit.click();
      expect((await replied).status()).toBe(401);
      await expect(submit).toBeEnabled();
      await expect(refusal).toBeVisible();
      errorTexts.push(await refusal.textContent());
      await expect(account).toHaveValue(handle);
      await expect(passwordField).toHaveValue(typedPassword);
    }
    expect(errorTexts[0]).toContain("wrong");
    expect(errorTexts[1]).toBe(errorTexts[0]);

    await account.fill(`@${known.toUpperCase()}`);
    await submit.click();
    await expect(page.getByRole("heading", { name: /Mina/, level: 1 })).toBeVisible();

    // A copy of the session's cookie in another browser.
    const { cookies } = await page.context().storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const otherBrowser = (await openBrowser()).request;
    const requestUser = () => otherBrowser.get("/api/v2/users/me", { headers: { cookie } });
    expect((await requestUser()).status()).toBe(200);
    await page.getByRole("button", { name: en("shell.menu") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: en("shell.log_out") })
      .click();
    await page.waitForURL("**/en");
    await expect(
      page.getByRole("banner").getByRole("link", { name: en("shell.log_in") }),
    ).toBeVisible();
    expect((await page.request.get("/api/v2/users/me")).status()).toBe(202);
    expect((await requestUser()).status()).toBe(202);
  });
});
