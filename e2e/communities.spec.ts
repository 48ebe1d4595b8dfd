import type { Page } from "@playwright/test";
import type { Community } from "@toibako/contract/communities.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { submitSignIn } from "./account-forms.ts";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test, waitUntilHydrated } from "./fixture.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolations } from "./violations.ts";

/** The server's message about a fourth community. */
const limitTexts = { ja: /3つ/, dt: /bis zu 3/ };

for (const locale of ["ja", "dt"] as const) {
  test.describe(`in ${locale}`, () => {
    // The server refuses a fourth community, which the browser logs.
    test.use({ tolerated: /status of 422/ });

    test("COMM-01 COMM-06 COMM-07 COMM-09 COMM-11 COMM-13 COMM-39 a visitor signs in, sees the tutorial, joins three communities, leaves one and meets the members", async ({
      page,
      request,
    }) => {
      const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);
      const account = await registerAccount(request, locale, "Yui");
      const communities = await listCommunities(page, locale);
      const [first, second, third, fourth] = communities.map(({ name }) => name);
      if (!first || !second || !third || !fourth) throw new Error("too few communities");
      const top = `/${locale}/communities`;

      await openPage(page, top);
      await expectNoViolations(page);
      await page.getByRole("button", { name: t("communities.join_name", { name: first }) }).click();
      const invitation = page.getByRole("dialog", { name: t("accounts.invite_title") });
      await invitation.getByRole("link", { name: t("accounts.login_button") }).click();
      await submitSignIn(page, locale, account);
      await page.waitForURL(`**${top}`);

      await readTutorial(page, t);
      await waitUntilHydrated(page);
      await expect(page.getByText(t("communities.none_joined_title"))).toBeVisible();
      for (const name of [first, second, third]) {
        await page.getByRole("button", { name: t("communities.join_name", { name }) }).click();
        await expect(page.getByRole("heading", { level: 1, name: `#${name}` })).toBeVisible();
        await page
          .getByRole("main")
          .getByRole("link", { name: t("communities.to_top") })
          .click();
        await expect(page).toHaveURL(new RegExp(`${top}$`));
      }
      await expect(page.getByText(t("communities.prompt_title"))).toHaveCount(0);

      const refused = page.getByRole("button", {
        name: t("communities.join_name", { name: fourth }),
      });
      await refused.click();
      await expect(page.getByRole("alert").getByText(limitTexts[locale])).toBeVisible();
      await expect(refused).toBeVisible();

      await page
        .getByRole("button", { name: t("communities.joined_name", { name: second }) })
        .click();
      await expect(page.getByText(t("communities.left", { name: second }))).toBeVisible();
      await expect(page.getByText(t("communities.prompt_title"))).toBeVisible();
      await expect(page.getByRole("heading", { name: t("communities.joined_list") })).toBeFocused();
      // Waits until the message is gone, because its contrast is too low while it fades out.
      await expect(page.getByText(t("communities.left", { name: second }))).toHaveCount(0);
      await expectNoViolations(page);

      const card = page.getByRole("article").filter({ hasText: `#${first}` });
      await card.getByRole("link", { name: t("communities.see_more_members") }).click();
      const tabs = page.getByRole("navigation", { name: t("communities.members_tabs") });
      await expect(tabs.locator('[aria-current="page"]')).toHaveText(
        t("communities.tab_recommended_users"),
      );
      await tabs.getByRole("link", { name: t("communities.tab_followers") }).click();
      await expect(page.getByText(t("communities.link_needed_title"))).toBeVisible();
      await tabs.getByRole("link", { name: t("communities.tab_all") }).click();
      await expect(page.getByRole("link", { name: "Yui", exact: true }).first()).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

type Translate = (key: string, values?: Record<string, string>) => string;

/** Goes through the tutorial by keyboard, by swiping and by its buttons. */
async function readTutorial(page: Page, t: Translate): Promise<void> {
  const tutorial = page.getByRole("dialog", { name: t("communities.tutorial_title") });
  const expectSlide = (n: number) =>
    expect(tutorial.locator("li:not([inert])").getByRole("heading")).toHaveText(
      t(`communities.tutorial_${n}_title`),
    );
  await expectSlide(1);
  await expectNoViolations(page, "[role=dialog]");
  await page.keyboard.press("ArrowRight");
  await expectSlide(2);

  const slides = tutorial.getByRole("region", { name: t("communities.tutorial_slides") });
  const box = await slides.boundingBox();
  if (!box) throw new Error("the slides are not on the screen");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.8, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.2, y, { steps: 6 });
  await page.mouse.up();
  await expectSlide(3);

  const next = tutorial.getByRole("button", { name: t("communities.tutorial_next") });
  await next.click();
  await expectSlide(4);
  await next.click();
  await expectSlide(5);
  await tutorial.getByRole("button", { name: t("communities.to_top") }).click();
  await expect(tutorial).toHaveCount(0);
}

async function listCommunities(page: Page, locale: Locale): Promise<Community[]> {
  const headers = { "X-Locale": locale };
  const reply = await page.request.get("/api/v2/communities", { headers });
  return (await reply.json()).communities;
}

test("COMM-44 a search finds a community by its description, and links to the form to suggest one if none is found", async ({
  page,
}) => {
  const [community] = await listCommunities(page, "en");
  const word = community?.description.split(/\W+/).find(({ length }) => length > 5) ?? "";
  await openPage(page, "/en/communities");
  const field = page.getByRole("searchbox", { name: en("communities.search") });
  await field.fill(word.toUpperCase());
  await expect(page).toHaveURL(/\?query=/);
  await expect(page.getByRole("article").first()).toContainText(`#${community?.name}`);
  await field.fill("zzzzqqqq");
  await expect(page.getByText(en("communities.none_found_title"))).toBeVisible();
  await page
    .getByRole("link", { name: en("communities.suggest") })
    .first()
    .click();
  await expect(page.getByLabel(en("help.topic"))).toHaveValue("community");
});

test("COMM-34 visitors read samples; signed-in accounts are redirected to the communities", async ({
  page,
  request,
}) => {
  await openPage(page, "/en");
  await page.getByRole("link", { name: en("communities.samples_link") }).click();
  await expect(page).toHaveURL(/\/en\/communities\/samples$/);
  await expect(page.getByRole("article")).toHaveCount(10);
  await registerAccount(request, "en");
  const redirect = await request.get("/en/communities/samples", { maxRedirects: 0 });
  expect(redirect.headers().location).toBe("/en/communities");
});

test("START-15 the page of suggested communities joins the ticked ones, and then opens `next` only if it is an address of this site", async ({
  page,
}) => {
  await registerAccount(page.request, "en");
  await openPage(page, "/en/communities/suggestions?next=/en/me/friends");
  const boxes = page.getByRole("main").getByRole("checkbox");
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  await expect(boxes.nth(3)).toBeDisabled();
  await page.getByRole("button", { name: en("communities.join_and_next") }).click();
  await expect(page).toHaveURL(/\/en\/me\/friends$/);
  const joined = await (await page.request.get("/api/v2/me/communities")).json();
  expect(joined.remaining).toBe(0);
  await openPage(page, "/en/communities/suggestions?next=https://example.com");
  await page.getByRole("button", { name: en("communities.next") }).click();
  await expect(page).toHaveURL(/\/en\/communities$/);
});

test("COMM-46 a community can be muted, and its menu leads to the account's own questions there", async ({
  page,
}) => {
  await registerAccount(page.request, "en");
  const [community] = await listCommunities(page, "en");
  const { id, category_id, name = "" } = community ?? {};
  await openPage(page, `/en/communities/${id}/categories/${category_id}`);
  const menu = page.getByRole("button", { name: en("communities.menu", { name }) });
  await menu.click();
  await page.getByRole("menuitem", { name: en("communities.mute") }).click();
  await expect(page.getByText(en("communities.muted", { name }))).toBeVisible();
  await menu.click();
  await expect(page.getByRole("menuitem", { name: en("communities.unmute") })).toBeVisible();
  await page.getByRole("menuitem", { name: en("communities.mine") }).click();
  await expect(page.getByText(en("communities.no_own_questions_title"))).toBeVisible();
});
