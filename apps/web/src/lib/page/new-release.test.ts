// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnce, watchLeaving } from "./new-release.ts";

const navigation = new EventTarget();
const reload = vi.fn();

/** Tells the page that the browser goes to another page, to another state of this one, or to a download. */
function navigate(sameDocument: boolean, downloadRequest: string | null = null): void {
  const details = { destination: { sameDocument }, downloadRequest };
  navigation.dispatchEvent(Object.assign(new Event("navigate"), details));
}

beforeEach(() => {
  vi.stubGlobal("navigation", navigation);
  vi.stubGlobal("fetch", async () => new Response());
  vi.spyOn(location, "reload").mockImplementation(reload);
  watchLeaving();
});

afterEach(() => {
  dispatchEvent(new Event("pageshow"));
  sessionStorage.clear();
  reload.mockClear();
  vi.restoreAllMocks();
});

test("a page without a script is reloaded once", async () => {
  navigate(true);
  navigate(false, "picture.png");
  await reloadOnce();
  await reloadOnce();
  expect(reload).toHaveBeenCalledOnce();
});

test("a page that the browser leaves is not reloaded until the reader comes back to it", async () => {
  navigate(false);
  navigate(true);
  await reloadOnce();
  expect(reload).not.toHaveBeenCalled();
  dispatchEvent(new Event("pageshow"));
  await reloadOnce();
  expect(reload).toHaveBeenCalledOnce();
});
