import { expect, test, vi } from "vitest";
import { hasCardForm } from "./card-form.ts";

test("PAY-03 only the tab of the settings with the card form is a page with a card form", () => {
  for (const address of ["/ja/stg?tab=card", "/en/stg?order=a1&tab=card#plan"]) {
    expect(hasCardForm(address)).toBe(true);
  }
  const others = ["/ja/stg", "/ja/stg?tab=sns", "/ja/me/talks?tab=card", "/ja/stg/leave?tab=card"];
  for (const address of others) expect(hasCardForm(address)).toBe(false);
});

test("PAY-03 a document with a card form shows no other page, and the other way round", async () => {
  const load = async (opened: string) => {
    vi.resetModules();
    vi.stubGlobal("location", new URL(opened, "http://toibako.test"));
    return (await import("./card-form.ts")).needsOtherDocument;
  };
  const leavesCardForm = await load("/ja/stg?tab=card");
  expect(leavesCardForm("/ja/me/talks")).toBe(true);
  expect(leavesCardForm("/ja/stg?tab=card&order=a1")).toBe(false);
  const opensCardForm = await load("/ja/me/talks");
  expect(opensCardForm("/ja/stg?tab=card")).toBe(true);
  expect(opensCardForm("/ja/stg")).toBe(false);
  vi.unstubAllGlobals();
});
