// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

test("FRND-18 a sign-in offers the import; after the reader dismisses it, another sign-in in the same tab doesn't offer it again", async () => {
  const { dismissImportOffer, isImportOffered, scheduleImportOffer } = await import(
    "./import-offer.ts"
  );
  expect(isImportOffered()).toBe(false);
  scheduleImportOffer();
  expect(isImportOffered()).toBe(true);
  dismissImportOffer();
  expect(isImportOffered()).toBe(false);
  scheduleImportOffer();
  expect(isImportOffered()).toBe(false);
});
