// @vitest-environment happy-dom

import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage, press } from "#lib/testing/page.tsx";
import { AppLinkBanner, buildAppLink } from "./app-link-banner.tsx";

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.appLink;
});

const app_link_url = "https://app.example/open?from=web";

async function show(url: string | null, userAgent: string) {
  vi.stubGlobal("navigator", { userAgent });
  const page = await openPage({ ...bareSite, app_link_url: url });
  page.show(<AppLinkBanner uuid="talk-a" />);
}
const findLink = () => screen.queryByRole("link")?.getAttribute("href");

test("TALK-26 on Android, a talk offers to be opened in the configured app", async () => {
  await show(app_link_url, "Mozilla/5.0 (Linux; Android 15)");
  expect(findLink()).toBe("https://app.example/open/en/me/talks/talk-a?from=web");
});

test.each([
  { url: null, agent: "Mozilla/5.0 (Linux; Android 15)" },
  { url: app_link_url, agent: "Mozilla/5.0 (X11; Linux x86_64)" },
])("TALK-26 with the app at $url, $agent shows no banner", async ({ url, agent }) => {
  await show(url, agent);
  expect(findLink()).toBeUndefined();
});

test("TALK-26 closing the banner is remembered on the device", async () => {
  await show(app_link_url, "Mozilla/5.0 (Linux; Android 15)");
  await press("Close");
  expect(localStorage.getItem("app_link")).toBe("closed");
  expect(document.documentElement.dataset.appLink).toBe("closed");
});

test("TALK-26 the link keeps the path and the query of the app's address", () => {
  expect(buildAppLink("https://app.example/", "/ja/me/talks/a")).toBe(
    "https://app.example/ja/me/talks/a",
  );
});
