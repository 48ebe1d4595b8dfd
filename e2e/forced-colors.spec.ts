import type { Locator } from "@playwright/test";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { translate } from "./texts.ts";

const t = (key: string) => translate("en", key);

test.use({ forcedColors: "active" });

/** What a reader sees of a control with forced colours. */
const readLook = (control: Locator) =>
  control.evaluate((element) => {
    const read = (pseudo?: string) => {
      const { backgroundColor, color, borderStyle, borderColor, outlineStyle } = getComputedStyle(
        element,
        pseudo,
      );
      return { backgroundColor, color, borderStyle, borderColor, outlineStyle };
    };
    return JSON.stringify([read(), read("::before")]);
  });

test("A11Y with forced colours, every state of a control has a look of its own", async ({
  page,
}) => {
  await registerAccount(page.request);
  await openPage(page, "/en/me/home");
  const destinations = page.getByRole("navigation", { name: t("shell.main_navigation") });
  const current = destinations.locator("[aria-current]").first();
  const other = destinations.locator("a:not([aria-current])").first();
  expect.soft(await readLook(current), "current page").not.toBe(await readLook(other));

  await openPage(page, "/en/stg#filters");
  const control = page.getByRole("switch").first();
  const initial = await readLook(control);
  // The label covers the switch, and the animation of the change must end.
  await control.evaluate((element: HTMLInputElement) => {
    element.style.transition = "none";
    element.checked = !element.checked;
  });
  expect.soft(await readLook(control), "switch on and off").not.toBe(initial);
  await control.evaluate((element: HTMLInputElement) => {
    element.checked = !element.checked;
    element.disabled = true;
  });
  expect.soft(await readLook(control), "disabled switch").not.toBe(initial);

  const handle = page.locator('input[name="account"]').first();
  const valid = await readLook(handle);
  await handle.evaluate((element) => element.setAttribute("aria-invalid", "true"));
  expect.soft(await readLook(handle), "invalid field").not.toBe(valid);

  await openPage(page, "/en");
  const filled = page.locator("main .bg-brand-fill").first();
  await expect.soft(filled, "filled button").toHaveCSS("border-top-width", "1px");
  const button = page.getByRole("button").first();
  const enabled = await readLook(button);
  await button.evaluate((element) => element.setAttribute("aria-disabled", "true"));
  expect.soft(await readLook(button), "disabled button").not.toBe(enabled);
  await button.evaluate((element) => {
    element.removeAttribute("aria-disabled");
    element.setAttribute("aria-pressed", "true");
  });
  expect.soft(await readLook(button), "pressed button").not.toBe(enabled);
});

test("A11Y with forced colours, the chosen format of a shared picture has a look of its own", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, page.request, account, { "Tea?": "Always." });
  await openPage(page, `/en/q/${uuid}`);
  await page
    .getByRole("region", { name: t("questions.answered_title") })
    .getByRole("link", { name: t("shares.share") })
    .click();
  const sheet = page.getByRole("region", { name: t("shares.answer_title") });
  const tall = sheet.getByText(t("shares.format_tall"));
  await tall.click();
  await expect(sheet.getByLabel(t("shares.format_tall"))).toBeChecked();
  // Not the background, which Chromium reports as changed though both are drawn alike.
  const readColor = (format: Locator) =>
    format.evaluate((element) => getComputedStyle(element).color);
  expect(await readColor(tall)).not.toBe(await readColor(sheet.getByText(t("shares.format_wide"))));
});

test("A11Y with forced colours, papers keep their looks in the choice, and the chosen one is outlined", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").first().fill("Tea?");
  const papers = page.getByRole("group", { name: t("questions.paper") });
  const swatches = papers.locator("[data-swatch]");
  await papers.getByRole("radio", { name: t("questions.paper_air") }).check();
  const plain = await readLook(swatches.first());
  expect(await readLook(swatches.nth(1))).not.toBe(plain);
  await papers.getByRole("radio", { name: t("questions.paper_plain") }).check();
  expect(await readLook(swatches.first())).not.toBe(plain);
  // The envelope and the sheet are outlined, and nothing in their colours lies on the text.
  await expect(page.locator("[data-question-form] [data-card-theme]")).toHaveCSS(
    "border-top-style",
    "solid",
  );
  for (const flap of await page.locator("[data-flap]").all()) await expect(flap).toBeHidden();
});
