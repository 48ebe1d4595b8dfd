import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { formatEmbedCode } from "@toibako/contract/embeds.ts";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

/** Starts another site, which has one page. */
async function startSite(html: string) {
  const site = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => site.close() };
}

test.describe("an answer on another site", () => {
  test.use({ tolerated: /frame-ancestors|X-Frame-Options|refused to connect|chrome-error/ });

  test("WEB-06 a copied embed code shows the answer there, and the question's own page can't be framed", async ({
    page,
    playwright,
    request,
    context,
    baseURL: origin,
  }) => {
    const baseURL = origin ?? "";
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const accountContext = await playwright.request.newContext({ baseURL });
    const account = await registerAccount(accountContext, "en", "Mina");
    const [uuid = ""] = await askAndAnswer(request, accountContext, account, { "Tea?": "Always." });
    await accountContext.dispose();

    await openPage(page, `/en/q/${uuid}`);
    await page
      .getByRole("link", { name: en("shares.share") })
      .first()
      .click();
    await page.getByRole("button", { name: en("shares.copy_embed") }).click();
    await expect(page.getByText(en("shares.embed_copied"))).toBeVisible();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const title = en("shares.item_text", { question: "Tea?", name: "Mina" });
    expect(code).toBe(formatEmbedCode(baseURL, "en", { uuid_hash: uuid, title }));

    const framedPage = `<iframe src="${baseURL}/en/q/${uuid}" title="page"></iframe>`;
    const site = await startSite(`<!DOCTYPE html><title>Blog</title>${code}${framedPage}`);
    await page.goto(site.address);
    const frame = page.frameLocator(`iframe[title="${title}"]`);
    await expect(frame.getByRole("heading", { name: "Tea?" })).toBeVisible();
    await expect(frame.getByText("Always.")).toBeVisible();
    await expect(page.frameLocator('iframe[title="page"]').getByText("Tea?")).toHaveCount(0);
    const opened = page.waitForEvent("popup");
    await frame.getByRole("link").click();
    expect((await opened).url()).toBe(`${baseURL}/en/q/${uuid}`);
    site.close();
  });
});
