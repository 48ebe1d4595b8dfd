// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import type { CommunityTutorialStatus } from "@toibako/contract/communities.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "#lib/http/client.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { CommunityTutorial } from "./components/tutorial.tsx";

// Replaces the carousel library, which measures the slides; in happy-dom they have no size.
vi.mock("embla-carousel-react", async () => {
  const { useState } = await import("react");
  return {
    default: () => {
      const [carousel] = useState(() => {
        const lastSlide = 4;
        let slide = 0;
        let select = () => {};
        return {
          selectedScrollSnap: () => slide,
          on: (_event: string, listener: () => void) => {
            select = listener;
          },
          off: () => {},
          scrollTo: (index: number) => {
            slide = Math.min(lastSlide, Math.max(0, index));
            select();
          },
        };
      });
      return [() => {}, carousel];
    },
  };
});

let page: TestPage;
const onFinish = vi.fn();
const onOpenChange = vi.fn();
const { queryKey } = api.query(getCurrentUser);

beforeEach(async () => {
  page = await openPage();
  page.reply = async ({ body }) => ({ status: 200, data: body });
  onFinish.mockClear();
  onOpenChange.mockClear();
});

async function show(status: CommunityTutorialStatus = "community_tutorial_not_started") {
  const user = {
    community_tutorial_status: status,
    community_tutorial_has_not_began_yet: status === "community_tutorial_not_started",
  };
  page.client.setQueryData(queryKey, { user } as never);
  await act(async () =>
    page.show(<CommunityTutorial open onOpenChange={onOpenChange} onFinish={onFinish} />),
  );
  await screen.findByRole("dialog");
}

const listSavedStatuses = () =>
  page.calls.map(({ body }) => (body as Record<string, string>).community_tutorial_status);
const pressKey = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }));
const readPosition = () => screen.getByText(/^\d of 5$/).textContent;

test("COMM-11 COMM-12 COMM-13 the tutorial saves each slide once, and saves that it is finished when the last slide is closed", async () => {
  await show();
  expect(listSavedStatuses()).toEqual(["community_tutorial_first_step"]);
  expect(page.client.getQueryData(queryKey)).toMatchObject({
    user: { community_tutorial_has_not_began_yet: false },
  });
  for (let slide = 0; slide < 4; slide++) await press("Next");
  expect(readPosition()).toBe("5 of 5");
  expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  await press("To all communities");
  expect(listSavedStatuses()).toEqual([
    "community_tutorial_first_step",
    "community_tutorial_second_step",
    "community_tutorial_third_step",
    "community_tutorial_fourth_step",
    "community_tutorial_fifth_step",
    "community_tutorial_finished",
  ]);
  expect(onFinish).toHaveBeenCalledOnce();
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test("COMM-13 arrow keys and dots change the slide, and skip ends the tutorial", async () => {
  await show();
  await pressKey("ArrowRight");
  await pressKey("ArrowRight");
  await pressKey("ArrowLeft");
  expect(readPosition()).toBe("2 of 5");
  await press("4 of 5");
  expect(screen.getByRole("button", { current: "step" }).getAttribute("aria-label")).toBe("4 of 5");
  await press("Skip");
  expect(listSavedStatuses().at(-1)).toBe("community_tutorial_finished");
  expect(onFinish).not.toHaveBeenCalled();
});

test("COMM-12 a finished tutorial that is opened again saves nothing", async () => {
  await show("community_tutorial_finished");
  await press("Next");
  await press("Skip");
  expect(page.calls).toEqual([]);
});

test("COMM-10 when the server fails to save a slide, no error is shown", async () => {
  page.reply = async () => ({ status: 500, data: null });
  await show();
  await press("Next");
  expect(screen.queryByRole("alert")?.textContent ?? "").toBe("");
  expect(readPosition()).toBe("2 of 5");
});

test("COMM-14 a carousel that is missing for five seconds is reported as an internal error", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await show();
  screen.getByRole("region", { name: "Slides" }).remove();
  vi.advanceTimersByTime(4_500);
  expect(report).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(report).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(report).toHaveBeenCalledOnce();
});
