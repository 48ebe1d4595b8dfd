import { Email as email, Password as password } from "@toibako/contract/accounts.ts";
import { putAccount } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import { findProblem, omitEmptyValues } from "./form.ts";

const { account } = putAccount.body.properties;

test("AUTH-02 a handle is checked by the contract's own pattern", () => {
  expect(findProblem("yui_cafe", account, true)).toBeUndefined();
  for (const wrong of ["ab", "a".repeat(21), "ゆいかふぇ", "yui-cafe", "yui cafe", "yui\n"]) {
    expect(findProblem(wrong, account, true), wrong).toEqual({ rule: "pattern" });
  }
});

test("AUTH-01 an empty, too short or too long value breaks a rule, with the limit of its length", () => {
  expect(findProblem("", password, true)).toEqual({ rule: "required" });
  expect(findProblem("1234567", password, true)).toEqual({ rule: "min_length", limit: 8 });
  expect(findProblem("x".repeat(201), password, true)).toEqual({ rule: "max_length", limit: 200 });
  expect(findProblem("12345678", password, true)).toBeUndefined();
});

test("AUTH-01 an email address may be missing, but not invalid", () => {
  expect(findProblem("", email, false)).toBeUndefined();
  expect(findProblem("yui@example.com", email, false)).toBeUndefined();
  for (const wrong of ["yui", "yui@", "@example.com", "yui@exa mple.com"]) {
    expect(findProblem(wrong, email, false), wrong).toEqual({ rule: "format" });
  }
});

test("empty fields are not sent", () => {
  expect(omitEmptyValues({ account: "yui", email: "" })).toEqual({ account: "yui" });
});
