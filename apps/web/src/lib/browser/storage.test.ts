// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDrafts, getSendKey, hasDraft } from "#lib/forms/draft.ts";
import { broadcastToTabs, openTabChannel, pageSession } from "#lib/http/page-session.ts";
import {
  getReadyWorker,
  getServiceWorkers,
  readNotificationPermission,
} from "#lib/offline/service-workers.ts";
import { listWaitingAnswers, watchWaitingAnswers } from "#lib/offline/waiting-answers.ts";
import { addAccountToHistory, readAccountHistory } from "./account-history.ts";
import { closeAppLink } from "./app-link.ts";
import { isImportOffered, scheduleImportOffer } from "./import-offer.ts";
import { storeMailedAddress, takeMailedAddress } from "./mailed-address.ts";
import { isStored, listStoredKeys, readStored, writeStored } from "./storage.ts";
import { setTheme } from "./theme.ts";
import { markVisitToX, takeVisitToX } from "./visit-to-x.ts";

const storages = ["localStorage", "sessionStorage"] as const;

/** Makes an interface of the browser missing, or makes each read of it throw as browsers do that block it. */
function block(owner: object, name: string, kind: "missing" | "throwing"): void {
  const original = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    configurable: true,
    get() {
      if (kind === "missing") return undefined;
      throw new DOMException("blocked", "SecurityError");
    },
  });
  restorers.push(() => {
    if (original) Object.defineProperty(owner, name, original);
    else delete (owner as Record<string, unknown>)[name];
  });
}

const restorers: (() => void)[] = [];

beforeEach(() => {
  for (const storage of storages) globalThis[storage].clear();
});
afterEach(() => {
  for (const restore of restorers.splice(0)) restore();
});

test.each(storages)("%s: a value is stored until it is removed", (storage) => {
  writeStored(storage, "a.one", "1");
  writeStored(storage, "b.two", "2");
  expect([readStored(storage, "a.one"), isStored(storage, "a.one")]).toEqual(["1", true]);
  expect(globalThis[storage].getItem("a.one")).toBe("1");
  expect(listStoredKeys(storage, "a.")).toEqual(["a.one"]);
  writeStored(storage, "a.one", null);
  expect([readStored(storage, "a.one"), isStored(storage, "a.one")]).toEqual([null, false]);
});

test("a full storage keeps what it has, and the page keeps the rest", () => {
  const full = {
    getItem: () => "old",
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  vi.stubGlobal("localStorage", full);
  writeStored("localStorage", "key", "new");
  expect(readStored("localStorage", "key")).toBe("new");
  expect(isStored("localStorage", "key")).toBe(false);
  vi.unstubAllGlobals();
  writeStored("localStorage", "key", "newest");
  expect(isStored("localStorage", "key")).toBe(true);
});

describe.each(["missing", "throwing"] as const)("with interfaces that are %s", (kind) => {
  test.each(storages)("%s: values last as long as the page", (storage) => {
    block(globalThis, storage, kind);
    writeStored(storage, `a.${kind}`, "1");
    expect([readStored(storage, `a.${kind}`), isStored(storage, `a.${kind}`)]).toEqual([
      "1",
      false,
    ]);
    expect(listStoredKeys(storage, "a.")).toContain(`a.${kind}`);
    writeStored(storage, `a.${kind}`, null);
    expect(readStored(storage, `a.${kind}`)).toBeNull();
    expect(listStoredKeys(storage, `a.${kind}`)).toEqual([]);
  });

  test("without both storages, nothing that uses them throws", () => {
    for (const storage of storages) block(globalThis, storage, kind);
    pageSession.user_id = "mina";
    expect(hasDraft()).toBe(false);
    expect(getSendKey("answer")).toBe(getSendKey("answer"));
    writeStored("sessionStorage", "draft:mina:answer", "text");
    expect(hasDraft()).toBe(true);
    clearDrafts("mina");
    expect(hasDraft()).toBe(false);
    const account = { user_id: "1", account: "mina", name: "Mina", icon_url: "/a.png" };
    addAccountToHistory(account);
    expect(readAccountHistory()).toEqual([{ ...account, is_current: true }]);
    scheduleImportOffer();
    expect(isImportOffered()).toBe(true);
    storeMailedAddress("mina@example.com");
    expect([takeMailedAddress(), takeMailedAddress()]).toEqual(["mina@example.com", undefined]);
    markVisitToX("picture");
    expect([takeVisitToX(), takeVisitToX()]).toEqual(["picture", undefined]);
    closeAppLink();
    setTheme("dark");
    expect(document.documentElement.dataset).toMatchObject({ appLink: "closed", theme: "dark" });
  });

  test("without BroadcastChannel, other tabs aren't told", () => {
    block(globalThis, "BroadcastChannel", kind);
    expect(openTabChannel()).toBeUndefined();
    broadcastToTabs({ active: "mina" });
    watchWaitingAnswers(() => {})();
  });

  test("without service workers and notifications, the page has neither", async () => {
    block(navigator, "serviceWorker", kind);
    block(globalThis, "Notification", kind);
    expect(getServiceWorkers()).toBeUndefined();
    expect(readNotificationPermission()).toBeUndefined();
    await expect(getReadyWorker()).rejects.toThrow();
  });

  test("without IndexedDB, listing waiting answers fails without an uncaught error", async () => {
    block(globalThis, "indexedDB", kind);
    await expect(listWaitingAnswers()).rejects.toThrow();
  });
});
