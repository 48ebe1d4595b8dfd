// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import {
  addAccountToHistory,
  markSignedOut,
  readAccountHistory,
  removeAccountFromHistory,
} from "./account-history.ts";

const addAccount = (account: string, user_id = `id-of-${account}`) =>
  addAccountToHistory({ user_id, account, name: `${account}さん`, icon_url: `/icons/${account}` });
const listNames = () => readAccountHistory().map(({ account }) => account);

beforeEach(() => localStorage.clear());

test("AUTH-19 the history lists each account once, the latest first, and drops the oldest of six", () => {
  for (const account of ["a", "b", "c", "a", "d", "e"]) addAccount(account);
  expect(listNames()).toEqual(["e", "d", "a", "c", "b"]);
  addAccount("f");
  expect(listNames()).toEqual(["f", "e", "d", "a", "c"]);
  expect(readAccountHistory()[0]).toEqual({
    user_id: "id-of-f",
    account: "f",
    name: "fさん",
    icon_url: "/icons/f",
    is_current: true,
  });
  expect(readAccountHistory().filter(({ is_current }) => is_current)).toHaveLength(1);
});

test("AUTH-19 an account that signs out stays in the history until its entry is removed", () => {
  addAccount("a");
  markSignedOut("id-of-a");
  expect(readAccountHistory()).toMatchObject([{ account: "a", is_current: false }]);
  removeAccountFromHistory("id-of-a");
  expect(readAccountHistory()).toEqual([]);
});

test("AUTH-19 AUTH-26 an account with a new handle replaces its former entry", () => {
  addAccount("a");
  addAccount("b");
  addAccount("new", "id-of-a");
  expect(listNames()).toEqual(["new", "b"]);
});

test("AUTH-19 stored text that is not a list of entries is ignored", () => {
  for (const text of ["{", '"text"', '[1, null, {"account": 3}]']) {
    localStorage.setItem("account_history", text);
    expect(readAccountHistory()).toEqual([]);
  }
});
