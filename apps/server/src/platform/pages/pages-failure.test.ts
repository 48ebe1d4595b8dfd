import { createHash } from "node:crypto";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { Failure } from "#platform/http/failure.ts";
import { createFailurePage } from "./pages-failure.ts";

test("API-18 when rendering fails, a page in the reader's language reports the failure and offers a retry", () => {
  const { status, html, headers } = createFailurePage("dt", new Failure("unexpected"));
  expect(status).toBe(500);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain("Noch einmal versuchen");
  expect(headers["Cache-Control"]).toBe("no-store");
  expect(headers).not.toHaveProperty("Retry-After");
});

test("SAFE-11 API-11 a page that fails because of an outage gets 503 with Retry-After", () => {
  const { status, headers } = createFailurePage("ja", new Failure("overloaded"));
  expect([status, headers["Retry-After"]]).toEqual([503, "1"]);
  const later = createFailurePage("ja", new Failure("overloaded", { retry_after: 7.2 }));
  expect(later.headers["Retry-After"]).toBe("8");
});

test.each(locales)(
  "API-18 the error page in %s loads no other file, and links to itself and to the home page",
  (locale) => {
    const { html, headers } = createFailurePage(locale, new Failure("overloaded"));
    expect(html).toContain('<a href="">');
    expect(html).toContain(`<a href="/${locale}">`);
    expect(html).toContain("<svg");
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).not.toMatch(/<(script|link|img)|url\(|src=/);
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["Content-Security-Policy"]).toContain(`style-src 'sha256-${hash}'`);
  },
);
