import { register } from "@toibako/contract/accounts.ts";
import { expect, test } from "vitest";
import { filled, problemOf } from "./form.ts";

const { account, password, email } = register.body.properties;

test("AUTH-02 a handle is checked by the contract's own pattern", () => {
  expect(problemOf("yui_cafe", account, true)).toBeUndefined();
  for (const wrong of ["ab", "a".repeat(21), "ゆいかふぇ", "yui-cafe", "yui cafe", "yui\n"]) {
    expect(problemOf(wrong, account, true), wrong).toEqual({ rule: "pattern" });
  }
});

test("AUTH-01 what is required, too short or too long is named with its limit", () => {
  expect(problemOf("", password, true)).toEqual({ rule: "required" });
  expect(problemOf("1234567", password, true)).toEqual({ rule: "min_length", limit: 8 });
  expect(problemOf("x".repeat(201), password, true)).toEqual({ rule: "max_length", limit: 200 });
  expect(problemOf("12345678", password, true)).toBeUndefined();
});

test("AUTH-01 an e-mail address may be left out, but not be wrong", () => {
  expect(problemOf("", email, false)).toBeUndefined();
  expect(problemOf("yui@example.com", email, false)).toBeUndefined();
  for (const wrong of ["yui", "yui@", "@example.com", "yui@exa mple.com"]) {
    expect(problemOf(wrong, email, false), wrong).toEqual({ rule: "format" });
  }
});

test("empty fields are not sent", () => {
  expect(filled({ account: "yui", email: "" })).toEqual({ account: "yui" });
});
