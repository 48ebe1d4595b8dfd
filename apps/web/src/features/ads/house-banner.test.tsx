// @vitest-environment happy-dom

import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { HouseBanner } from "./components/house-banner.tsx";

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
});

test("BOX-04 ADS-02 every banner links to a page of this site and loads no picture, frame or script", () => {
  const seeds = Array.from({ length: 8 }, (_, index) => `question ${index}`);
  page.show(seeds.map((seed) => <HouseBanner key={seed} seed={seed} isSignedIn />));
  const links = screen.getAllByRole("link");
  const addresses = new Set(links.map((link) => link.getAttribute("href")));
  expect(addresses).toEqual(
    new Set(["/en/fxp/guidelines", "/en/itr", "/en/stg#cards", "/en/stg#own-words"]),
  );
  expect(document.querySelectorAll("img, iframe, script")).toHaveLength(0);
});

test("ADS-02 the banners of visitors lead to pages that need no account", () => {
  const seeds = Array.from({ length: 8 }, (_, index) => `question ${index}`);
  page.show(seeds.map((seed) => <HouseBanner key={seed} seed={seed} isSignedIn={false} />));
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(new Set(addresses)).toEqual(new Set(["/en/fxp/guidelines", "/en/itr"]));
});

test("BOX-04 a question shows the same banner each time", () => {
  page.show(
    <>
      <HouseBanner seed="a" isSignedIn />
      <HouseBanner seed="a" isSignedIn />
    </>,
  );
  const [first, second] = screen.getAllByRole("link");
  expect(first?.textContent).toBe(second?.textContent);
});
