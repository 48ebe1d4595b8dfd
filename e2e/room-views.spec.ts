import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, openPage, test } from "./fixture.ts";
import { findGradeRoom, joinRoom, makeOnce, postInRoom, registerPupil } from "./room-calls.ts";
import { type ChangeableSite, getSiteAddress, openChangeableSite } from "./second-site.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

// A command of the operator blocks an account while the site is stopped, so it is a site of its own.
const site = getSiteAddress(import.meta.filename);
const ja = (key: string) => translate("ja", key);

test.use({ baseURL: site, tolerated: /Failed to load resource/ });

let opened: ChangeableSite;

test.beforeAll(async () => {
  opened = await openChangeableSite(site, {});
});

test.afterAll(() => opened?.close());

/** Runs `npm run rooms` with these words. The site is stopped and started again meanwhile. */
const runRooms = (...words: string[]): Promise<string> =>
  opened.whileStopped((DATA_DIR) => {
    const script = join(import.meta.dirname, "../scripts/rooms.ts");
    const { DATABASE_URL: _, ...env } = process.env;
    return execFileSync(process.execPath, [script, ...words], {
      env: { ...env, DATA_DIR },
      encoding: "utf8",
    });
  });

test("ROOM-01 ROOM-12 ROOM-22 ROOM-27 FEEL-10 the same room to a stranger, to another school year, and to a member who is blocked", async ({
  page: writer,
  openBrowser,
}) => {
  test.setTimeout(240_000);
  await registerPupil(writer.request, 17);
  const room = await findGradeRoom(writer.request);
  await joinRoom(writer.request, room, makeOnce("みかん"));
  const text = makeOnce("なかのことば");
  await postInRoom(writer.request, room.uuid, text);
  const address = `/ja/me/group_talks/${room.uuid}`;

  // A stranger of the same year sees how one joins, and nothing of what is written.
  const stranger = await openBrowser();
  await registerPupil(stranger.request, 17);
  await openPage(stranger, address);
  await expect(stranger.getByRole("heading", { name: room.title }).first()).toBeVisible();
  await expect(stranger.getByLabel(ja("rooms.display_name"))).toBeVisible();
  await expect(stranger.getByText(text)).toHaveCount(0);

  // Another year sees the same, and the join is refused.
  const other = await openBrowser();
  await registerPupil(other.request, 14);
  await openPage(other, address);
  await other.getByLabel(ja("rooms.display_name")).fill(makeOnce("りんご"));
  for (const select of await other.getByRole("combobox").all())
    await select.selectOption({ index: 1 });
  for (const field of await other.getByRole("textbox").all()) {
    if ((await field.inputValue()) === "") await field.fill("おちゃ");
  }
  await other.getByRole("button", { name: ja("rooms.join"), exact: true }).click();
  await expect(other.getByText(ja("rooms.no_entry_title"))).toBeVisible();
  await expect(other.getByText(text)).toHaveCount(0);

  // A member who writes about hurting themselves is offered help lines.
  const member = await openBrowser();
  const account = await registerPupil(member.request, 17);
  await joinRoom(member.request, room, makeOnce("ぶどう"));
  await openPage(member, address);
  const input = member.getByLabel(ja("messages.write"));
  await input.fill("しにたい");
  await expect(member.getByText(ja("help.offer_title"))).toBeVisible();

  // Blocked, they read on; a note stands in place of the input, and nothing can be replied to.
  expect(await runRooms("block", account, room.uuid)).toContain("is blocked");
  await openPage(member, address);
  const row = member.locator("[data-message]").filter({ hasText: text });
  await expect(row).toBeVisible();
  await expect(member.getByText(ja("rooms.closed_blocked"))).toBeVisible();
  await expect(input).toHaveCount(0);
  await row.getByRole("button", { name: ja("messages.own_menu") }).click();
  await expect(member.getByRole("menuitem", { name: ja("talks.report") })).toBeVisible();
  await expect(member.getByRole("menuitem", { name: ja("rooms.message_reply") })).toHaveCount(0);
  await member.keyboard.press("Escape");
  await openPage(member, "/ja/me/talks?tab=rooms");
  await expect(member.getByText(text)).toBeVisible();
  await expectNoViolationsInThemes(member, "the list of rooms");
  await expectToFitWidth(member, "the list of rooms");

  // Blocked strangers are refused before they have written anything.
  const refused = await openBrowser();
  const refusedAccount = await registerPupil(refused.request, 17);
  await runRooms("block", refusedAccount);
  await openPage(refused, address);
  await expect(refused.getByText(ja("rooms.no_entry_title"))).toBeVisible();
  await expect(refused.getByLabel(ja("rooms.display_name"))).toHaveCount(0);
});
