import { ensureCaddy, startTopology, type Topology } from "../scripts/topology.ts";
import { registerByForm } from "./account-forms.ts";
import { drawPicture } from "./contents-site.ts";
import { expect, openPage, test, waitForAnswer } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { getSiteAddress } from "./second-site.ts";
import { translate } from "./texts.ts";

const port = Number(new URL(getSiteAddress("topology")).port);
test.use({
  baseURL: `https://localhost:${port}`,
  // The authority of the certificate is the proxy's own.
  ignoreHTTPSErrors: true,
  // What a store that is down replies, and the event stream of a process that was killed.
  tolerated: /status of 50[23]|ERR_HTTP2_PROTOCOL_ERROR|ERR_INCOMPLETE_CHUNKED_ENCODING/,
});

let topology: Topology | undefined;
test.beforeAll(async () => {
  // biome-ignore lint/suspicious/noSkippedTests: without root, Caddy can't be installed.
  test.skip(!(await ensureCaddy()), "the program caddy is missing");
  const started = performance.now();
  topology = await startTopology({ port, signal: "SIGKILL" });
  expect(performance.now() - started).toBeLessThan(60_000);
});
test.afterAll(() => topology?.stop());

const t = (key: string, values = {}) => translate("en", key, values);

test("OPS-01 SAFE-11 behind the proxy, a question, an answer and a picture arrive, while a web process and the store fail", async ({
  page,
  openBrowser,
}) => {
  const { webs, store } = topology as Topology;
  const [first, second] = webs;
  const account = createHandle("yui");
  await registerByForm(page, "en", account);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain("__Host-session");
  for (const { name, secure } of cookies)
    expect([name.slice(0, 7), secure]).toEqual(["__Host-", true]);

  const visitor = await openBrowser();
  const ask = async (question: string) => {
    await openPage(visitor, `/en/${account}`);
    await visitor.getByRole("textbox").fill(question);
    await visitor.getByRole("button", { name: t("questions.send") }).click();
    await visitor.waitForURL("**/en/not_login_user?sent=*");
  };
  await ask("Which season do you like?");
  // The event stream updates the count without a reload.
  const inbox = page.getByRole("link", { name: new RegExp(t("shell.inbox")) }).first();
  await expect(inbox).toContainText("1");

  await first?.stop();
  await ask("And which tea?");
  await expect(inbox).toContainText("2");
  await Promise.all([first?.start(), second?.stop()]);
  await inbox.click();
  await page
    .getByRole("link", { name: t("inbox.answer"), exact: true })
    .first()
    .click();
  await page.getByRole("textbox", { name: t("answers.label") }).fill("Green tea");
  await page.getByRole("button", { name: t("answers.send") }).click();
  await waitForAnswer(page, "en");
  await second?.start();

  await openPage(page, "/en/stg#profile");
  const picture = page.locator("img.size-24");
  const before = await picture.getAttribute("src");
  store.fault = "SlowDown";
  await page.locator('input[type="file"]').setInputFiles(await drawPicture(page, "#174f51"));
  await page.getByRole("button", { name: t("settings.crop_done") }).click();
  await expect(page.getByText(t("settings.not_saved"))).toBeVisible();
  await expect(picture).toHaveAttribute("src", before ?? "");
  store.fault = undefined;
  await page.getByRole("button", { name: t("common.retry") }).click();
  await expect(picture).toHaveAttribute("src", /^\/pictures\/.+\.webp$/);
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect([...store.objects.keys()].filter((key) => key.startsWith("pictures/"))).toHaveLength(1);
});
