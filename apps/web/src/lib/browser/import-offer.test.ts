// @vitest-environment happy-dom

import { beforeEach, expect, test } from "vitest";
import { dismissImportOffer, isImportOffered, scheduleImportOffer } from "./import-offer.ts";

beforeEach(() => sessionStorage.clear());

test("FRND-18 a sign-in opens the offer once; after its dismissal, another sign-in in the same tab doesn't", () => {
  expect(isImportOffered()).toBe(false);
  scheduleImportOffer();
  expect(isImportOffered()).toBe(true);
  dismissImportOffer();
  expect(isImportOffered()).toBe(false);
  scheduleImportOffer();
  expect(isImportOffered()).toBe(false);
});
