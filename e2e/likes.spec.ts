import { askAndAnswer, registerAccount, sendRequest } from "./calls.ts";
import { delayRequests, expect, openPage, reloadPage, test } from "./fixture.ts";
import { en, translate } from "./texts.ts";

const toggles = "**/answer_likes/toggle";

test.describe("likes", () => {
  test.use({ tolerated: /Failed to load resource/ });

  for (const locale of ["en", "th"] as const) {
    test(`PROF-13 API-16 ${locale}: a like is shown at once, its button is disabled until the reply, and a failure undoes it`, async ({
      page,
      request,
    }) => {
      const account = await registerAccount(request, locale);
      await askAndAnswer(page.request, request, account, { "Like?": "Yes." });
      await openPage(page, `/${locale}/${account}`);
      const like = page.getByRole("button", { name: translate(locale, "likes.like") });
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await expect(like).toContainText("0");

      await page.route(toggles, (route) => route.abort());
      const releaseFailure = await delayRequests(page, toggles);
      let calls = 0;
      page.on("request", (call) => {
        if (call.url().endsWith("/toggle")) calls += 1;
      });
      await like.click();
      await expect(like).toBeDisabled();
      await expect(like).toHaveAttribute("aria-pressed", "true");
      await expect(like).toContainText("1");
      await like.dispatchEvent("click");
      releaseFailure();
      await expect(page.getByText(translate(locale, "likes.failed"))).toBeVisible();
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await expect(like).toContainText("0");
      await expect(like).toBeEnabled();
      expect(calls).toBe(1);

      await page.unroute(toggles);
      await like.click();
      await expect(like).toBeEnabled();
      await expect(like).toHaveAttribute("aria-pressed", "true");
      await reloadPage(page);
      await expect(like).toHaveAttribute("aria-pressed", "true");
      await expect(like).toContainText("1");
      await like.click();
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await expect(like).toContainText("0");
    });
  }
});

test("PROF-15 the answerer sees only the number of likes, and the server refuses the answerer's like", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await askAndAnswer(request, page.request, account, { "Like?": "Yes." });
  const listed = await (await request.get(`/api/v2/items/?account=${account}`)).json();
  const { answer_id } = listed.items[0];
  expect(
    (await sendRequest(request, "POST", "/api/v1/answer_likes/toggle", { answer_id })).ok(),
  ).toBe(true);
  await openPage(page, `/en/${account}`);
  const card = page.getByRole("article");
  await expect(card.getByText(en("likes.like"), { exact: true })).toBeAttached();
  await expect(card.getByText("1", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: en("likes.like") })).toHaveCount(0);
  const refused = await sendRequest(page.request, "POST", "/api/v1/answer_likes/toggle", {
    answer_id,
  });
  expect(refused.status()).toBe(403);
});
