import { expect, test } from "vitest";
import { failurePage } from "./pages-failure.ts";

test("API-18 when rendering fails, a page in the reader's language says so and offers a retry", () => {
  const { status, html, headers } = failurePage("de-AT,en;q=0.5");
  expect(status).toBe(500);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain("Noch einmal versuchen");
  expect(headers["Cache-Control"]).toBe("no-store");
});
