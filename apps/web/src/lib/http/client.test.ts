import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { toApiError } from "./api-error.ts";
import {
  ApiError,
  connectBrowser,
  createCall,
  type FailureHandlers,
  getErrorTexts,
  send,
} from "./client.ts";
import { loader } from "./loader.ts";
import { buildAddress, fetchTransport, type Transport } from "./transport.ts";

function createEndpoint<const M extends "GET" | "POST" | "PUT" | "PATCH" | "DELETE">(method: M) {
  const commonFields = {
    summary: "",
    caller: "anyone",
    response: {},
    errors: [],
    limits: [],
  } as const;
  return { name: `letters.${method}`, method, path: "/api/v2/letters/:id", ...commonFields };
}

const createReplyingTransport =
  (status: number, data: unknown = null): Transport =>
  async () => ({ status, data });

const createFailingTransport =
  (cause: unknown): Transport =>
  async () => {
    throw cause;
  };

function createSpyHandlers() {
  const called: string[] = [];
  const handlers: FailureHandlers = {
    server_error: () => called.push("server_error"),
    bad_request: () => called.push("bad_request"),
    timeout: () => called.push("timeout"),
    unexpected: () => called.push("unexpected"),
  };
  return { called, handlers };
}

function stubFetch(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fake = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { "Content-Type": "application/json", ...headers },
      }),
  );
  vi.stubGlobal("fetch", fake);
  return fake;
}

const page = { session: { csrf_token: "token-of-page", user_id: "yui" }, locale: () => "ko" };

test("API-02 a proxy's page in place of JSON is an unexpected failure", async () => {
  const { called, handlers } = createSpyHandlers();
  const call = createCall(createReplyingTransport(200), handlers);
  await expect(call(createEndpoint("GET"))).rejects.toMatchObject({
    status: 200,
    code: "unexpected",
  });
  expect(called).toEqual(["unexpected"]);
});

test("API-01 a call sends and accepts JSON, with the CSRF token and the locale of the page", async () => {
  const fake = stubFetch(201, { id: "x" }, { Location: "/api/v2/letters/x" });
  const input = { params: { id: "a b" }, query: { page: 2 }, body: { text: "hi" } };
  const reply = await fetchTransport(page)(createEndpoint("POST"), input);
  const [url, init] = fake.mock.calls[0]!;
  const headers = new Headers(init.headers);
  expect(url).toBe("/api/v2/letters/a%20b?page=2");
  expect(init.method).toBe("POST");
  expect(init.body).toBe('{"text":"hi"}');
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(headers.get("Accept")).toBe("application/json");
  expect(headers.get("X-CSRF-Token")).toBe("token-of-page");
  expect(headers.get("X-Account")).toBe("yui");
  expect(headers.get("X-Locale")).toBe("ko");
  expect(headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply).toEqual({ status: 201, data: { id: "x" }, location: "/api/v2/letters/x" });
});

test("API-01 a call without a reply is aborted after 10000 ms", async () => {
  vi.useFakeTimers();
  // AbortSignal.timeout has its own clock, so it is replaced by one that uses the fake clock.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), milliseconds);
    return controller.signal;
  });
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers();
    signal?.addEventListener("abort", () => reject(signal.reason));
    return promise;
  });
  const settled = vi.fn();
  const call = createCall(fetchTransport(page))(createEndpoint("GET")).catch(settled);
  await vi.advanceTimersByTimeAsync(9999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(settled.mock.calls[0]?.[0]).toMatchObject({ code: "timeout", status: 0 });
  vi.useRealTimers();
});

test.each([
  { error: "Bad Gateway" },
  { error: { messages: ["not ours"] } },
  { message: "no upstream" },
  null,
])("API-01 API-02 an error of a proxy, %j, is reported as unexpected", async (body) => {
  stubFetch(502, body, { "Content-Type": "application/json" });
  const call = createCall(fetchTransport(page))(createEndpoint("GET"));
  await expect(call).rejects.toMatchObject({
    status: 502,
    code: "unexpected",
    messages: [],
    details: {},
  });
});

test("API-01 a reply that is not JSON is reported as unexpected", async () => {
  stubFetch(502, "<html>", { "Content-Type": "text/html" });
  const call = createCall(fetchTransport(page))(createEndpoint("GET"));
  await expect(call).rejects.toMatchObject({ status: 502, code: "unexpected", messages: [] });
});

test("API-02 a successful call of each method runs the success action with the reply", async () => {
  const sent: string[] = [];
  const call = createCall(async ({ method }) => {
    sent.push(method);
    return { status: 200, data: method };
  });
  const success = vi.fn();
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    await call(createEndpoint(method), undefined, { success });
  }
  expect(sent).toEqual(["GET", "POST", "PUT", "PATCH", "DELETE"]);
  expect(success.mock.calls.map(([reply]) => reply.data)).toEqual(sent);
});

test("API-02 a failed call runs the failure action and throws", async () => {
  const failure = vi.fn();
  const success = vi.fn();
  const call = createCall(createReplyingTransport(403));
  await expect(call(createEndpoint("POST"), undefined, { success, failure })).rejects.toThrow(
    ApiError,
  );
  expect(failure).toHaveBeenCalledOnce();
  expect(success).not.toHaveBeenCalled();
});

test("API-02 the fullscreen loader is shown only during a call", async () => {
  const shownDuringCalls: boolean[] = [];
  const call = createCall(async () => {
    shownDuringCalls.push(loader.isShown());
    return { status: shownDuringCalls.length === 3 ? 500 : 200, data: {} };
  });
  await call(createEndpoint("GET"));
  await call(createEndpoint("GET"), undefined, { showsFullscreenLoader: true });
  expect(loader.isShown()).toBe(false);
  await call(createEndpoint("GET"), undefined, { showsFullscreenLoader: true }).catch(() => {});
  expect(shownDuringCalls).toEqual([false, true, true]);
  expect(loader.isShown()).toBe(false);
});

test.each([
  ["server_error", createReplyingTransport(500)],
  ["server_error", createReplyingTransport(503)],
  ["bad_request", createReplyingTransport(400)],
  ["bad_request", createReplyingTransport(499)],
  ["timeout", createFailingTransport(new DOMException("", "TimeoutError"))],
  ["timeout", createFailingTransport(new DOMException("", "AbortError"))],
  ["unexpected", createFailingTransport(new TypeError("Failed to fetch"))],
  ["unexpected", createFailingTransport("anything")],
])("API-03 a failure calls only the handler of its kind, %s", async (kind, transport) => {
  const { called, handlers } = createSpyHandlers();
  await createCall(transport, handlers)(createEndpoint("GET")).catch(() => {});
  expect(called).toEqual([kind]);
});

test("API-03 an error in a success action does not count as a failed call", async () => {
  const { called, handlers } = createSpyHandlers();
  const failure = vi.fn();
  const throwOwnError = () => {
    throw new RangeError("our own");
  };
  const call = createCall(createReplyingTransport(200, {}), handlers);
  await expect(
    call(createEndpoint("GET"), undefined, { success: throwOwnError, failure }),
  ).rejects.toThrow(RangeError);
  expect(called).toEqual([]);
  expect(failure).not.toHaveBeenCalled();
});

test("API-09 an error keeps its code, messages and details, and each of its texts is listed once", async () => {
  const error = {
    code: "invalid_fields",
    messages: ["too long", "empty"],
    details: { text: ["too long"], name: ["taken", "empty"] },
  };
  const call = createCall(createReplyingTransport(400, { error }));
  const failed = await call(createEndpoint("POST")).catch((cause: unknown) => cause as ApiError);
  expect(failed).toMatchObject({ status: 400, ...error });
  expect(getErrorTexts(failed, "Failed")).toEqual(["too long", "empty", "taken"]);
});

test("the address of a call contains its parameters, without undefined query values", () => {
  const endpoint = createEndpoint("GET");
  const query = { page: undefined, tag: ["a", "b"] };
  expect(buildAddress(endpoint, { params: { id: "../x" }, query })).toBe(
    "/api/v2/letters/..%2Fx?tag=a&tag=b",
  );
});

test("BOX-13 the texts of a refusal are read from a list `errors`, without duplicates", async () => {
  const call = createCall(
    createReplyingTransport(422, { errors: ["Already reported.", "Already reported.", 7] }),
  );
  const failed = await call(createEndpoint("POST")).catch((cause: unknown) => cause as ApiError);
  expect(failed).toMatchObject({ status: 422, code: "unexpected" });
  expect(getErrorTexts(failed, "Failed")).toEqual(["Already reported."]);
});

test("API-16 a call that fails has the offline message while the device is offline, else the caller's text", () => {
  const cause = new TypeError("Failed to fetch");
  const getTexts = () =>
    getErrorTexts(
      toApiError(cause, () => "You're offline"),
      "Wait",
    );
  vi.stubGlobal("navigator", { onLine: false });
  expect(getTexts()).toEqual(["You're offline"]);
  vi.stubGlobal("navigator", { onLine: true });
  expect(getTexts()).toEqual(["Wait"]);
});

test("API-09 a change that is being sent is not sent a second time, and can be repeated afterwards", async () => {
  const transport = vi.fn<Transport>(async () => ({ status: 201, data: null }));
  connectBrowser(new QueryClient(), transport);
  const like = createEndpoint("POST");
  await Promise.all([send(like), send(like), send(like, undefined, { idempotency_key: "other" })]);
  expect(transport).toHaveBeenCalledTimes(2);
  await send(like);
  expect(transport).toHaveBeenCalledTimes(3);
});
