// @vitest-environment happy-dom
// Needs a process of its own: tests of a blocked storage leave the storage module changed.

import { beforeEach, expect, test } from "vitest";
import { dismissImportOffer, isImportOffered, scheduleImportOffer } from "./import-offer.ts";

beforeEach(() => sessionStorage.clear());

test("FRND-18 a sign-in offers the import; after the reader dismisses it, another sign-in in the same tab doesn't offer it again", () => {
  expect(isImportOffered()).toBe(false);
  scheduleImportOffer();
  expect(isImportOffered()).toBe(true);
  dismissImportOffer();
  expect(isImportOffered()).toBe(false);
  scheduleImportOffer();
  expect(isImportOffered()).toBe(false);
});
