// @vitest-environment happy-dom
// Needs a process of its own: an element that it adds stays in the document.

import { act, cleanup, screen } from "@testing-library/react";
import { adPortMessage } from "@toibako/contract/ads/frame.ts";
import { getAdTags } from "@toibako/contract/ads.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { useAdPause } from "#lib/page/ad-pause.ts";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { AdSlot } from "./components/ad-slot.tsx";
import { FloatingAds } from "./components/floating-ads.tsx";

const size = { width: 320, height: 100, is_empty: false };
const site = {
  ...bareSite,
  ad_slots: [
    { slot: "header_promo" as const, ...size },
    { slot: "footer_promo" as const, ...size, is_empty: true },
    { slot: "overlay" as const, ...size },
    { slot: "footer_overlay" as const, ...size },
  ],
};
const tag = { id: "1", width: 320, height: 100, body: "", tag_type: "default" };

let page: TestPage;
let ad_tags: object[] = [tag];
/** Every element is on the screen. */
class Observer {
  readonly #onChange: (entries: object[]) => void;
  constructor(onChange: (entries: object[]) => void) {
    this.#onChange = onChange;
  }
  observe() {
    this.#onChange([{ isIntersecting: true }]);
  }
  disconnect() {}
}

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("IntersectionObserver", Observer);
  page = await openPage(site);
  page.reply = async () => ({ status: 200, data: { ad_tags } });
  ad_tags = [tag];
  localStorage.clear();
});

const findFrame = () => document.querySelector("iframe");
const countCalls = () => page.calls.filter(({ name }) => name === getAdTags.name).length;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const house = <p>House banner</p>;
/** Whether the banner of a slot that has a tag is shown. */
const findHouse = () => screen.getByText("House banner").parentElement?.className;
/** The code of the frame is loaded on demand. */
async function showSlot(node = <AdSlot slot="header_promo" isAdFree={false} house={house} />) {
  page.show(node);
  await act(() => import("./components/slot-ad.tsx"));
  await wait(0);
}

test("ADS-09 ADS-03 a tag is asked for and mounted two seconds after the page, in a sandboxed frame of a fixed size", async () => {
  await showSlot();
  await wait(1_900);
  expect([countCalls(), findFrame()]).toEqual([0, null]);
  const reserved = document.querySelector<HTMLElement>("[data-ad-slot=header_promo] > div");
  expect(reserved?.style.minHeight).toContain("100px");
  expect(screen.getByText("Ad")).toBeTruthy();
  // The banner is there to reserve its room as well.
  expect(findHouse()).toBe("invisible");
  await wait(200);
  expect(countCalls()).toBe(1);
  const frame = findFrame();
  expect(frame?.getAttribute("sandbox")).toBe("allow-scripts allow-popups");
  expect(frame?.getAttribute("allow")).toBe("");
  expect(frame?.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect([frame?.width, frame?.height, frame?.name]).toEqual(["320", "100", ""]);
  expect(frame?.title).toBe("Advertisement");
  expect(frame?.getAttribute("src")).toMatch(/^\/ads\/frame\?slot=header_promo$/);
});

function HelpLines() {
  useAdPause(true);
  return null;
}

test("ADS-02 ADS-04 without a tag, for people without advertising and beside help lines, the site's own banner is shown and nothing is asked", async () => {
  await showSlot(<AdSlot slot="timeline" isAdFree={false} house={house} />);
  await showSlot(<AdSlot slot="header_promo" isAdFree house={house} />);
  await wait(3_000);
  expect(screen.getAllByText("House banner")).toHaveLength(2);
  cleanup();
  await showSlot(
    <>
      <HelpLines />
      <AdSlot slot="header_promo" isAdFree={false} house={house} />
    </>,
  );
  await wait(3_000);
  expect([countCalls(), findFrame()]).toEqual([0, null]);
  expect([findHouse(), screen.queryByText("Ad")]).toEqual(["", null]);
});

test("ADS-01 a slot that shall stay empty shows nothing, and one whose tag is not for this reader the site's own banner", async () => {
  await showSlot(<AdSlot slot="footer_promo" isAdFree={false} house={house} />);
  await wait(3_000);
  expect([screen.queryByText("House banner"), countCalls()]).toEqual([null, 0]);
  ad_tags = [];
  await showSlot();
  await wait(2_100);
  expect(findHouse()).toBe("");
  expect(findFrame()).toBeNull();
});

test("ADS-09 a missing slot is reported as an internal error", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  await showSlot();
  const slot = document.querySelector("[data-ad-slot]");
  const parent = slot?.parentElement;
  slot?.remove();
  await wait(2_100);
  if (slot) parent?.append(slot);
  expect(report).toHaveBeenCalledOnce();
  expect(String(report.mock.calls[0]?.[0])).toContain("header_promo is missing");
  expect(countCalls()).toBe(0);
});

test("COMM-07 joining or leaving a community lets the slots ask again", async () => {
  await showSlot();
  await wait(2_500);
  await act(() => page.client.invalidateQueries({ queryKey: [getAdTags.name] }));
  await wait(100);
  expect(countCalls()).toBe(2);
});

/** Lets the frame give its port, as its first script does. */
function sendPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const message = new MessageEvent("message", {
    data: adPortMessage,
    source: findFrame()?.contentWindow ?? null,
    ports: [port2],
  });
  act(() => void dispatchEvent(message));
  return port1;
}

test("ADS-03 a frame that doesn't answer is removed within three seconds, and the site's own banner takes its place", async () => {
  await showSlot();
  await wait(2_100);
  sendPort();
  await wait(400);
  expect(findFrame()).not.toBeNull();
  await wait(2_600);
  expect(findFrame()).toBeNull();
  expect(findHouse()).toBe("");
});

test.for([
  [60, 0],
  [45, 1],
])(
  "ADS-03 a frame is removed within three seconds if its long tasks take more than 200 ms of each second: %i ms of each 250",
  async ([busy_ms, frames]) => {
    await showSlot();
    await wait(2_100);
    const port = sendPort();
    port.onmessage = ({ data }) =>
      port.postMessage({
        ...data,
        received_at: performance.timeOrigin + performance.now(),
        busy_ms,
      });
    await wait(3_000);
    port.close();
    expect(document.querySelectorAll("iframe")).toHaveLength(frames ?? 0);
  },
);

test("ADS-03 a frame that adds more than three entries to the history is removed, also if it adds them slowly", async () => {
  await showSlot();
  await wait(2_100);
  const port = sendPort();
  port.onmessage = ({ data }) =>
    port.postMessage({
      ...data,
      received_at: performance.timeOrigin + performance.now(),
      busy_ms: 0,
    });
  const length = vi.spyOn(history, "length", "get");
  for (const added of [2, 3]) {
    length.mockReturnValue(1 + added);
    await wait(300);
    expect(findFrame()).not.toBeNull();
  }
  length.mockReturnValue(5);
  await wait(300);
  port.close();
  expect(findFrame()).toBeNull();
});

test("ADS-05 the footer overlay has a close button that removes it for the session", async () => {
  page.show(<FloatingAds isModalOpen={false} />);
  await wait(2_100);
  expect(findFrame()?.getAttribute("src")).toContain("slot=footer_overlay");
  await press("Close the ad");
  expect(findFrame()).toBeNull();
  cleanup();
  page.show(<FloatingAds isModalOpen={false} />);
  await wait(3_000);
  expect(findFrame()).toBeNull();
});

test("ADS-05 the overlay comes after the first minute of a visit, once a day, never over a modal, and can be closed", async () => {
  sessionStorage.setItem("footer_ad_closed", "1");
  const open = async (isModalOpen = false) => {
    cleanup();
    page.show(<FloatingAds isModalOpen={isModalOpen} />);
    await wait(2_100);
    await act(() => import("#ui/overlays/overlay-popup.tsx"));
    await wait(500);
    return screen.queryByRole("dialog", { name: "Ad" });
  };
  expect(await open()).toBeNull();
  await wait(60_000);
  expect(await open(true)).toBeNull();
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  expect(await open()).toBeNull();
  field.remove();
  expect(await open()).not.toBeNull();
  await press("Close the ad");
  await wait(500);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await open()).toBeNull();
  localStorage.setItem("overlay_ad", "2020-1-1");
  expect(await open()).not.toBeNull();
});
