// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { postInquiry } from "@toibako/contract/help.ts";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDraft } from "#lib/forms/draft.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { send } from "./client.ts";
import { useKeyedSend } from "./keyed-send.ts";

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const email = "mei@example.com";

/** A form that sends its draft, and shows the state of the send. */
function Form({ onSuccess }: { onSuccess?: () => Promise<void> }) {
  const [body, setBody] = useState("first version");
  const [, , discard] = useDraft("note");
  const { mutate, state } = useKeyedSend({
    draft: "note",
    send: (body: string, idempotency_key) =>
      send(postInquiry, { body: { email, topic: "other", body } }, { idempotency_key }),
    ...(onSuccess && { onSuccess }),
  });
  return (
    <>
      <output aria-label="State">{state}</output>
      <button type="button" onClick={() => mutate(body)}>
        Send
      </button>
      <button type="button" onClick={() => setBody("second version")}>
        Edit
      </button>
      <button type="button" onClick={discard}>
        Discard
      </button>
    </>
  );
}

const getState = () => screen.getByRole("status", { name: "State" }).textContent;
const listKeys = () => page.calls.map(({ idempotency_key }) => idempotency_key);
const createError = (status: number, code: string) =>
  Promise.resolve({ status, data: { error: { code, messages: ["No."], details: {} } } });

function open() {
  cleanup();
  page.show(<Form />);
}

test("ASK-10 API-10 a draft is repeated with its key after lost replies and a reload, until it is acknowledged", async () => {
  open();
  expect(getState()).toBe("idle");
  page.reply = () => Promise.reject(new TypeError("no network"));
  await press("Send");
  expect(getState()).toBe("lost");
  page.reply = () => Promise.resolve({ status: 502, data: null });
  await press("Send");
  expect(getState()).toBe("lost");
  open();
  await press("Edit");
  page.reply = () => createError(422, "refused");
  await press("Send");
  expect(getState()).toBe("refused");
  page.reply = () => Promise.resolve({ status: 201, data: { id: "a" } });
  await press("Send");
  expect(getState()).toBe("sent");
  await press("Send");
  const [key, ...repeated] = listKeys();
  expect(key).toMatch(/^[\w-]{36}$/);
  expect(repeated.slice(0, 3)).toEqual([key, key, key]);
  expect(repeated[3]).not.toBe(key);
  expect(sessionStorage).toHaveLength(0);
});

test("API-10 a draft gets another key if an earlier version of it has arrived, and after it was discarded", async () => {
  open();
  page.reply = () => createError(409, "key_reused");
  await press("Send");
  expect(getState()).toBe("refused");
  page.reply = () => Promise.reject(new TypeError("no network"));
  await press("Send");
  await press("Discard");
  await press("Send");
  expect(new Set(listKeys()).size).toBe(3);
});

test("ASK-10 a draft keeps its key if the page after sending can't be shown", async () => {
  page.reply = () => Promise.resolve({ status: 201, data: { id: "a" } });
  page.show(<Form onSuccess={() => Promise.reject(new Error("no next page"))} />);
  await press("Send");
  await press("Send");
  expect(new Set(listKeys()).size).toBe(1);
});

test("ASK-10 a browser that blocks its storage repeats a draft with its key", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  open();
  page.reply = () => Promise.reject(new TypeError("no network"));
  await press("Send");
  await press("Send");
  await press("Discard");
  await press("Send");
  const [first, second, third] = listKeys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
