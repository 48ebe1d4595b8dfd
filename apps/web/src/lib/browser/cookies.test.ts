// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

/**
 * Reads whether cookies count as blocked in a browser that stores the cookies for which `isStored` holds. Returns
 * how many cookies were written, too.
 */
async function readBlocked(protocol: string, isStored: (cookie: string) => boolean) {
  let stored = "";
  vi.stubGlobal("location", { protocol });
  vi.spyOn(document, "cookie", "get").mockImplementation(() => stored);
  const write = vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => {
    if (isStored(cookie)) stored = cookie.includes("Max-Age=0") ? "" : cookie;
  });
  const { useAreCookiesBlocked } = await import("./cookies.ts");
  const { result } = renderHook(useAreCookiesBlocked);
  expect(stored).toBe("");
  return { isBlocked: result.current, written: write.mock.calls.length };
}

test("AUTH-01 without TLS, a browser that stores no secure cookies counts as one that blocks cookies", async () => {
  const { isBlocked } = await readBlocked("http:", (cookie) => !cookie.includes("Secure"));
  expect(isBlocked).toBe(true);
});

test("without TLS, a browser that stores secure cookies blocks none", async () => {
  const { isBlocked } = await readBlocked("http:", () => true);
  expect(isBlocked).toBe(false);
});

test("with TLS, no cookie is written to find out", async () => {
  expect(await readBlocked("https:", () => true)).toEqual({ isBlocked: false, written: 0 });
});
