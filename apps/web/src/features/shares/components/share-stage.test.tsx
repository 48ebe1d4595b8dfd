// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press } from "#lib/testing/page.tsx";
import { ShareStage } from "./share-stage.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("SHARE-04 the share sheet of a device gets a text that mentions nobody whose name is in a question", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Object.assign(navigator, { share });
  const page = await openPage();
  const content = { path: "/en/q/a", text: "“Is @mina nice?”", pictures: {} };
  page.show(<ShareStage title="Share" content={content} />);
  await press(getTexts("en").t("shares.share"));
  expect(share).toHaveBeenCalledWith({
    text: "“Is @\u2060mina nice?”",
    url: "http://toibako.test/en/q/a",
  });
});
