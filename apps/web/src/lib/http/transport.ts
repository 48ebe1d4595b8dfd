import { proofHeader, proofLevelHeader } from "@toibako/contract/challenges.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";

/** The part of an endpoint that a caller needs; browsers load only this. */
export type Callable = Pick<Endpoint, "name" | "method" | "path">;

export interface CallInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A response of any status; a transport rejects only if there was none or its JSON is broken. */
export interface Reply<T = unknown> {
  status: number;
  data: T;
  location?: string;
}

/** Sends a call: by fetch in a browser, inside the process during rendering. */
export type Transport = (endpoint: Callable, input: CallInput) => Promise<Reply>;

/** Milliseconds after which a call is aborted. */
const timeout = 10_000;

type Plain = string | number | boolean | undefined;

/** The address of a call, with its parameters and query. */
export function buildAddress({ path }: Callable, { params = {}, query = {} }: CallInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value as Plain | Plain[]].flat()) {
      if (item !== undefined) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/**
 * Sends JSON with the CSRF token and the locale of the page, and an idempotency key with each POST.
 * If the server demands a proof of work, repeats the call with one, under the same key.
 */
export function fetchTransport(page: { csrf_token: string; locale: () => string }): Transport {
  return async (endpoint, input) => {
    const headers: Record<string, string> = {
      Accept: "application/json",
      "X-CSRF-Token": page.csrf_token,
      "X-Locale": page.locale(),
    };
    if (endpoint.method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    const send = (more: Record<string, string> = {}) =>
      fetch(buildAddress(endpoint, input), {
        method: endpoint.method,
        headers: { ...headers, ...more },
        body: input.body === undefined ? null : JSON.stringify(input.body),
        signal: AbortSignal.timeout(timeout),
      });
    let response = await send();
    // The demanded level may have risen while the first proof was solved.
    for (let proofs = 0; proofs < 2; proofs++) {
      const level = response.headers.get(proofLevelHeader);
      const proof = level === null ? undefined : await solveProofOfWork(level);
      if (proof === undefined) break;
      response = await send({ [proofHeader]: proof });
    }
    const location = response.headers.get("Location");
    return {
      status: response.status,
      data: await readJson(response),
      ...(location && { location }),
    };
  };
}

/** Returns undefined if the browser can't solve the proof: the call then fails with the refusal. */
async function solveProofOfWork(level: string): Promise<string | undefined> {
  // Fails offline, or when a new release has replaced the script.
  const proofs = await import("./proof.ts").catch(() => undefined);
  try {
    return await proofs?.solveProof(level);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Returns null for an empty response or one that is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return isJson && response.status !== 204 ? response.json() : null;
}
