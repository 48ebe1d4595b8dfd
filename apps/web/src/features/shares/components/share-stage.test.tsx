// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press } from "#lib/testing/page.tsx";
import { ShareStage } from "./share-stage.tsx";

const { t } = getTexts("en");

test("SHARE-04 the share sheet of a device gets a text that mentions nobody whose name is in a question", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Object.assign(navigator, { share });
  const page = await openPage();
  const content = { path: "/en/q/a", text: "“Is @mina nice?”", pictures: {} };
  page.show(<ShareStage title="Share" content={content} />);
  await press(t("shares.share"));
  expect(share).toHaveBeenCalledWith({
    text: "“Is @\u2060mina nice?”",
    url: "http://toibako.test/en/q/a",
  });
});

test("ROOM-24 each way to share says so when it is pressed, and the picture is saved by one of them", async () => {
  const onShare = vi.fn();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const page = await openPage();
  const picture = { url: "/a.png", alt: "A", file_name: "a.png" };
  const embed = { uuid_hash: "a", title: "A" };
  const content = { path: "/en/q/a", text: "A", pictures: { wide: picture }, embed };
  page.show(<ShareStage title="Share" content={content} onShare={onShare} />);
  const ways = [
    ...screen.getAllByRole("link"),
    ...[t("shares.copy_link"), t("shares.copy_embed")].map((name) =>
      screen.getByRole("button", { name }),
    ),
  ];
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    t("shares.save_picture"),
    "LINE",
    "X",
    t("shares.copy_link"),
    t("shares.copy_embed"),
  ]);
  for (const way of ways) {
    way.addEventListener("click", (event) => event.preventDefault());
    await act(async () => void fireEvent.click(way));
  }
  expect(onShare).toHaveBeenCalledTimes(ways.length);
});
