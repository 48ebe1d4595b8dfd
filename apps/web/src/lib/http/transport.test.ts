import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { solveProof } from "./proof.ts";
import { fetchTransport } from "./transport.ts";

vi.mock("./proof.ts", () => ({ solveProof: vi.fn() }));

const endpoint = { name: "ask", method: "POST", path: "/api/v2/questions" } as const;
const page = { session: { csrf_token: "token" }, locale: () => "ja" };
const refusal = { error: { code: "proof_needed", messages: ["待ってください。"], details: {} } };

let sentHeaders: Headers[];
let bodies: unknown[];

beforeEach(() => {
  sentHeaders = [];
  bodies = [];
  vi.mocked(solveProof).mockImplementation(async (level) => `proof of level ${level}`);
  vi.stubGlobal("reportError", vi.fn());
});
afterEach(() => {
  vi.clearAllMocks();
});

/** Makes the server refuse one call for each level, demanding a proof of this level, and accept the next call. */
function demandProofs(...levels: string[]) {
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sentHeaders.push(new Headers(init.headers));
    bodies.push(init.body);
    const level = levels[sentHeaders.length - 1];
    return level === undefined
      ? Response.json({ uuid_hash: "x" }, { status: 201 })
      : Response.json(refusal, { status: 429, headers: { "x-proof-level": level } });
  });
}

test.each([
  [10_000, {}],
  [40_000, { files: { part: new Blob(["x"]) } }],
])("API-01 the browser aborts after %i ms a call with %j", async (milliseconds, input) => {
  demandProofs();
  const timeout = vi.spyOn(AbortSignal, "timeout");
  expect((await fetchTransport(page)(endpoint, input)).status).toBe(201);
  expect(timeout.mock.calls).toEqual([[milliseconds]]);
});

test("SAFE-08 a call that needs a proof is repeated with one, under the same idempotency key", async () => {
  demandProofs("0");
  const reply = await fetchTransport(page)(endpoint, { body: { body: "元気？" } });
  expect(reply).toMatchObject({ status: 201, data: { uuid_hash: "x" } });
  expect(sentHeaders.map((headers) => headers.get("x-proof"))).toEqual([null, "proof of level 0"]);
  expect(sentHeaders[0]?.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(sentHeaders[1]?.get("idempotency-key")).toBe(sentHeaders[0]?.get("idempotency-key"));
  expect(bodies[1]).toBe(bodies[0]);
});

test("SAFE-13 a harder proof is computed when the first proof is no longer enough", async () => {
  demandProofs("0", "1");
  expect((await fetchTransport(page)(endpoint, {})).status).toBe(201);
  expect(sentHeaders.map((headers) => headers.get("x-proof"))).toEqual([
    null,
    "proof of level 0",
    "proof of level 1",
  ]);
});

test("SAFE-08 after two refused proofs the call fails with the refusal", async () => {
  demandProofs("0", "0", "0", "0");
  expect(await fetchTransport(page)(endpoint, {})).toMatchObject({ status: 429, data: refusal });
  expect(sentHeaders).toHaveLength(3);
});

test("SAFE-08 when no challenge can be fetched, the call fails with the refusal, and no error is reported", async () => {
  vi.mocked(solveProof).mockResolvedValue(undefined);
  demandProofs("0");
  expect(await fetchTransport(page)(endpoint, {})).toMatchObject({ status: 429, data: refusal });
  expect(sentHeaders).toHaveLength(1);
  expect(reportError).not.toHaveBeenCalled();
});

test("SAFE-08 when the browser can't solve the challenge, the call fails with the refusal, and the error is reported", async () => {
  vi.mocked(solveProof).mockRejectedValue(new Error("no workers here"));
  demandProofs("0");
  expect(await fetchTransport(page)(endpoint, {})).toMatchObject({ status: 429, data: refusal });
  expect(sentHeaders).toHaveLength(1);
  expect(reportError).toHaveBeenCalledOnce();
});
