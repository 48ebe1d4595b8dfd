// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import {
  forgetAccount,
  markSignedOut,
  readAccountHistory,
  rememberAccount,
} from "./account-history.ts";

const remember = (account: string) =>
  rememberAccount({ account, name: `${account}さん`, icon_url: `/icons/${account}` });
const listNames = () => readAccountHistory().map(({ account }) => account);

beforeEach(() => localStorage.clear());

test("AUTH-19 keeps each account once, the latest first, and drops the oldest of six", () => {
  for (const account of ["a", "b", "c", "a", "d", "e"]) remember(account);
  expect(listNames()).toEqual(["e", "d", "a", "c", "b"]);
  remember("f");
  expect(listNames()).toEqual(["f", "e", "d", "a", "c"]);
  expect(readAccountHistory()[0]).toEqual({
    account: "f",
    name: "fさん",
    icon_url: "/icons/f",
    is_current: true,
  });
  expect(readAccountHistory().filter(({ is_current }) => is_current)).toHaveLength(1);
});

test("AUTH-19 an entry stays after signing out until it is forgotten", () => {
  remember("a");
  markSignedOut("a");
  expect(readAccountHistory()).toMatchObject([{ account: "a", is_current: false }]);
  forgetAccount("a");
  expect(readAccountHistory()).toEqual([]);
});

test("AUTH-19 what something else stored under the key is ignored", () => {
  for (const text of ["{", '"text"', '[1, null, {"account": 3}]']) {
    localStorage.setItem("account_history", text);
    expect(readAccountHistory()).toEqual([]);
  }
});
