import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import type { Locale } from "@toibako/contract/locales.ts";
import { openPromise } from "yauzl";
import { expireIdentityConfirmation, registerByForm } from "./account-forms.ts";
import { askAndAnswer } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { translate } from "./texts.ts";

/** Unpacks an archive to a folder. */
async function unpack(path: string, folder: string): Promise<void> {
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry()) {
    const target = join(folder, entry.fileName);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await buffer(await zip.openReadStreamPromise(entry)));
  }
}

// The server first refuses to make an archive, because the identity must be confirmed.
test.use({ tolerated: /403 \(Forbidden\).+\/api\/v2\/me\/archive/ });

for (const locale of ["ja", "dt"] as const satisfies Locale[]) {
  const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);

  test(`PRIV-09 SET-22 ${locale}: an account requests an archive, confirms its identity, downloads the archive after another confirmation and reads it offline`, async ({
    page,
    context,
    request,
  }, info) => {
    const account = createHandle("archive");
    await registerByForm(page, locale, account);
    await askAndAnswer(request, page.request, account, {
      "What is <b>best</b>?": "Tea & <i>cake</i>",
    });
    await openPage(page, `/${locale}/stg`);
    await page.getByRole("link", { name: t("archives.title") }).click();
    await page.waitForURL(`**/${locale}/stg/archive`);

    const cookies = await context.cookies();
    expect(cookies.some(({ name }) => name === "__Host-confirmed")).toBe(true);
    await expireIdentityConfirmation(page);
    await page.getByRole("button", { name: t("archives.start") }).click();
    const dialog = page.getByRole("dialog", { name: t("factors.confirm_title") });
    await dialog.getByLabel(t("accounts.password"), { exact: true }).fill(password);
    await dialog.getByRole("button", { name: t("factors.confirm"), exact: true }).click();
    const link = page.getByRole("link", { name: t("archives.download") });
    await expect(link).toBeVisible({ timeout: 20_000 });

    await expireIdentityConfirmation(page);
    await link.click();
    await dialog.getByLabel(t("accounts.password"), { exact: true }).fill(password);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: t("factors.confirm"), exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`toibako-${account}.zip`);
    const file = info.outputPath("archive.zip");
    await download.saveAs(file);
    const folder = info.outputPath("archive");
    await unpack(file, folder);

    const reader = await page.context().newPage();
    await reader.goto(pathToFileURL(join(folder, "index.html")).href);
    await expect(reader.getByRole("heading", { level: 1 })).toContainText(`@${account}`);
    const { pictureWidth, maxWidth } = await reader.evaluate(() => ({
      pictureWidth: document.querySelector("img")?.naturalWidth,
      maxWidth: getComputedStyle(document.body).maxWidth,
    }));
    expect(pictureWidth).toBeGreaterThan(0);
    // Only the style sheet of the archive limits the width.
    expect(maxWidth).not.toBe("none");
    await reader.getByRole("link").first().click();
    await expect(reader.getByText("What is <b>best</b>?")).toBeVisible();
    await expect(reader.getByText("Tea & <i>cake</i>")).toBeVisible();
    await reader.close();

    await page.getByRole("button", { name: t("archives.delete") }).click();
    await expect(
      page.getByRole("button", { name: t("archives.start"), exact: true }),
    ).toBeVisible();
    await expect(link).toHaveCount(0);
  });
}
