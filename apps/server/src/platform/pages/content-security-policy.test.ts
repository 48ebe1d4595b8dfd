import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  createCardPolicy,
  createHashPolicy,
  createNoncePolicy,
} from "./content-security-policy.ts";

const nonce = "n0nce";
const getPolicy = (headers: Record<string, string>) => headers["Content-Security-Policy"] ?? "";
const hashScript = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("the policy of a cached page allows its own inline scripts by hash and names no nonce", () => {
  const html = `<script nonce="${nonce}">a()</script><script type="module" nonce="${nonce}" src="/e.js"></script><style nonce="${nonce}">p{}</style>`;
  const page = createHashPolicy(html, nonce);
  const policy = getPolicy(page.headers);
  expect(policy).toContain(`script-src 'self' ${hashScript("a()")};`);
  expect(policy).toContain(`style-src 'self' ${hashScript("p{}")};`);
  expect(page.html + policy).not.toContain("nonce");
});

test("the policy contains no hash of a script in a user's text", () => {
  const html = `<script>evil()</script><script nonce="guess">evil()</script><script nonce="${nonce}">a()</script>`;
  const policy = getPolicy(createHashPolicy(html, nonce).headers);
  expect(policy).not.toContain(hashScript("evil()"));
  expect(policy).toContain(hashScript("a()"));
});

test("the policy of a page for an account allows scripts and style elements by nonce, and in development every inline style", () => {
  const policy = getPolicy(createNoncePolicy(nonce, false));
  expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic';`);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
  expect(getPolicy(createNoncePolicy(nonce, true))).toContain("style-src 'self' 'unsafe-inline';");
});

test("every policy forbids framing, base addresses, embedded objects and forms to other sites", () => {
  for (const headers of [createNoncePolicy(nonce, false), createHashPolicy("", nonce).headers]) {
    const policy = getPolicy(headers);
    expect(policy).toContain("default-src 'self'");
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test("PAY-03 the policy of a page with a card form allows the payment provider's hosts, and scripts of no other", () => {
  const hosts = {
    script: "https://script.pay.test",
    connect: ["https://api.pay.test"],
    frame: [],
    form: ["https://start.pay.test"],
  };
  const rules = getPolicy(createCardPolicy(nonce, false, hosts)).split("; ");
  expect(rules).toEqual(
    expect.arrayContaining([
      `script-src 'self' 'nonce-${nonce}' https://script.pay.test`,
      "connect-src 'self' https://api.pay.test",
      "frame-src 'none'",
      "form-action 'self' https://start.pay.test",
      "default-src 'self'",
      "frame-ancestors 'none'",
    ]),
  );
});
