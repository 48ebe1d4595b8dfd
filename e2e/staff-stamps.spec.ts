import { listReceived, registerAccount } from "./calls.ts";
import { drawPicture, fillTexts, findField, save, test } from "./contents-site.ts";
import { expect, openPage } from "./fixture.ts";
import { translate } from "./texts.ts";

test.use({ reducedMotion: "reduce" });

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const en = (key: string, values?: Record<string, string>) => translate("en", key, values);

test("ADMIN-09 ASK-06 ASK-07 NOTE-11 an admin adds a group with a sticker, a visitor asks with it, and the form no longer offers it after it was withdrawn", async ({
  page: visitor,
  admin,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const receiver = await openBrowser();
  const account = await registerAccount(receiver.request, "ja");
  await openPage(admin, "/ja/adm/contents/stamp_groups");
  await admin.getByRole("link", { name: t("staff_stamps.new_group") }).click();
  await fillTexts(admin, t("staff_stamps.group_name"), "Drinks");
  await findField(admin, t("staff_stamps.icon")).setInputFiles(
    await drawPicture(admin, "orange", 400, 400),
  );
  await expect(admin.locator('form img[src^="/pictures/"]')).toBeVisible();
  await findField(admin, t("staff_stamps.position")).fill("0");
  await save(admin);

  await openPage(admin, "/ja/adm/contents/stamps");
  const add = findField(admin, t("staff_stamps.new_stamp"));
  const svg = { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await add.setInputFiles(svg);
  await expect(admin.getByText(/PNG・JPEG・GIF・WebPの画像を選んでください/)).toBeVisible();
  await add.setInputFiles(await drawPicture(admin, "crimson", 400, 400));
  await admin.waitForURL(/\/contents\/stamps\/[\w-]{22}$/);
  const id = admin.url().split("/").at(-1) ?? "";
  await fillTexts(admin, t("staff_stamps.question"), "Tea?");
  await findField(admin, t("staff_stamps.group")).selectOption({ label: "Drinks ja" });
  await save(admin);

  await openPage(visitor, `/en/${account}`);
  await visitor.getByRole("radio", { name: en("questions.type_stamp") }).check();
  await expect(visitor.getByRole("radio", { name: "Drinks en" })).toBeChecked();
  await visitor.getByRole("radio", { name: "Tea? en" }).check();
  await visitor.getByRole("button", { name: en("questions.send") }).click();
  await expect(visitor.getByText(en("outbox.sent_nameless"))).toBeVisible();
  const picture = `/pictures/${id}.webp`;
  expect(await listReceived(receiver.request)).toMatchObject([
    { type: "stamp", stamp: { id, stamp_image: { url: picture } }, body: "Tea? ja" },
  ]);
  await openPage(receiver, "/ja/box");
  await expect(receiver.getByText("Tea? ja")).toBeVisible();
  await expect(receiver.locator(`img[src="${picture}"]`)).toBeVisible();
  const card = await visitor.request.get(`/cards/stamps/en/${id}.png`);
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);

  await findField(admin, t("staff_stamps.offer")).uncheck();
  await save(admin);
  await openPage(visitor, `/en/${account}`);
  await visitor.getByRole("radio", { name: en("questions.type_stamp") }).check();
  await expect(visitor.getByRole("radio", { name: "Every day" })).toBeChecked();
  await expect(visitor.getByRole("radio", { name: "Drinks en" })).toBeHidden();
  await receiver.reload();
  await expect(receiver.locator(`img[src="${picture}"]`)).toBeVisible();

  // The friends are marked as new for everybody until they open them; for those, too, who give the badge.
  await openPage(admin, "/ja/adm/contents/badges");
  const place = t("shell.friends");
  await admin.getByRole("button", { name: t("staff_stamps.badge_give_to", { place }) }).click();
  await admin
    .getByRole("alertdialog")
    .getByRole("button", { name: t("staff_stamps.badge_give") })
    .click();
  const given = t("staff_stamps.badge_given", { n: "0" }).replace("0", "[1-9]\\d*");
  await expect(admin.getByText(new RegExp(`^${given}$`))).toBeVisible({ timeout: 20_000 });
  await openPage(admin, "/ja/box");
  const friends = admin.getByRole("link", { name: place }).filter({ visible: true }).first();
  await expect(friends).toContainText(t("shell.new"));
  await friends.click();
  await admin.waitForURL(/\/me\/friends/);
  await expect(friends).not.toContainText(t("shell.new"));
  await admin.reload();
  await expect(friends).not.toContainText(t("shell.new"));
});
