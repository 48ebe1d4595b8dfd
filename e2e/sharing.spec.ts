import { enrol, exchange } from "./calls.ts";
import { expect, test } from "./fixture.ts";

test("SHARE-02 profile and question carry a card of 1200×630 at an absolute address", async ({
  page,
  request,
  baseURL,
}) => {
  const account = await enrol(request, "en", "Mina");
  const [uuid] = await exchange(request, request, account, { "Tea?": "Always." });
  for (const path of [`/en/${account}`, `/en/q/${uuid}`, "/en"]) {
    await page.goto(path);
    const meta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
    const image = (await meta("og:image")) ?? "";
    expect(new URL(image).origin).toBe(baseURL);
    expect(await meta("twitter:image")).toBe(image);
    expect(await meta("twitter:card")).toBe("summary_large_image");
    expect([await meta("og:image:width"), await meta("og:image:height")]).toEqual(["1200", "630"]);
    expect(await meta("og:title")).toBeTruthy();
    expect(await meta("twitter:title")).toBe(await meta("og:title"));
    expect(await page.title()).toContain((await meta("og:title")) ?? "?");

    const card = await request.get(image);
    expect(card.headers()["content-type"]).toBe("image/png");
    const png = await card.body();
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});
