import { attempt, enrol, exchange } from "./calls.ts";
import { expect, hold, open, reload, test } from "./fixture.ts";
import { text } from "./texts.ts";

const toggles = "**/answer_likes/toggle";

test.describe("likes", () => {
  test.use({ tolerated: /Failed to load resource/ });

  for (const locale of ["en", "th"] as const) {
    test(`PROF-13 API-16 ${locale}: a like shows at once, waits for its answer, and is undone when it fails`, async ({
      page,
      request,
    }) => {
      const account = await enrol(request, locale);
      await exchange(page.request, request, account, { "Like?": "Yes." });
      await open(page, `/${locale}/${account}`);
      const like = page.getByRole("button", { name: text(locale, "likes.like") });
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await expect(like).toContainText("0");

      await page.route(toggles, (route) => route.abort());
      const fail = await hold(page, toggles);
      let calls = 0;
      page.on("request", (call) => {
        if (call.url().endsWith("/toggle")) calls += 1;
      });
      await like.click();
      await expect(like).toBeDisabled();
      await expect(like).toHaveAttribute("aria-pressed", "true");
      await expect(like).toContainText("1");
      await like.dispatchEvent("click");
      fail();
      await expect(page.getByText(text(locale, "likes.fail"))).toBeVisible();
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await expect(like).toContainText("0");
      await expect(like).toBeEnabled();
      expect(calls).toBe(1);

      await page.unroute(toggles);
      await like.click();
      await expect(like).toBeEnabled();
      await expect(like).toHaveAttribute("aria-pressed", "true");
      await reload(page);
      await expect(like).toHaveAttribute("aria-pressed", "true");
      await expect(like).toContainText("1");
      await like.click();
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await expect(like).toContainText("0");
    });
  }
});

test("PROF-15 one's own answer shows its count alone, and the server refuses the like", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await exchange(request, page.request, account, { "Like?": "Yes." });
  const listed = await (await request.get(`/api/v2/items/?account=${account}`)).json();
  const { answer_id } = listed.items[0];
  expect((await attempt(request, "POST", "/api/v1/answer_likes/toggle", { answer_id })).ok()).toBe(
    true,
  );
  await open(page, `/en/${account}`);
  const card = page.getByRole("article");
  await expect(card.getByText(text("en", "likes.like"), { exact: true })).toBeAttached();
  await expect(card.getByText("1", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: text("en", "likes.like") })).toHaveCount(0);
  const refused = await attempt(page.request, "POST", "/api/v1/answer_likes/toggle", { answer_id });
  expect(refused.status()).toBe(403);
});
