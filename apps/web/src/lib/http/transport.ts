import { proofHeader, proofLevelHeader } from "@toibako/contract/challenges.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { ErrorBody } from "@toibako/contract/errors.ts";

/** The part of an endpoint that a caller needs; browsers load only this. */
export type Callable = Pick<Endpoint, "name" | "method" | "path">;

export interface CallInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent with the body as multipart/form-data. */
  files?: Record<string, Blob | undefined>;
  idempotency_key?: string;
}

/** A reply of any status; a transport rejects only if there was none or its JSON is broken. */
export interface Reply<T = unknown> {
  status: number;
  data: T;
  location?: string;
}

/** Sends a call: by fetch in a browser, inside the process during rendering. */
export type Transport = (endpoint: Callable, input: CallInput) => Promise<Reply>;

/** Timeout of a call to the API, in milliseconds: the browser then aborts it. */
const callTimeout = 10_000;
/** The same for a call with files, for whose upload the server waits 30 seconds. */
const uploadTimeout = 40_000;

type QueryValue = string | number | boolean | undefined;

/** Returns the address of a call: its path with the parameters filled in, and its query. */
export function buildAddress({ path }: Callable, { params = {}, query = {} }: CallInput): string {
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value as QueryValue | QueryValue[]].flat()) {
      if (item !== undefined) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}

/** The page that sends calls. */
interface SendingPage {
  /** Read for each call, because its token changes when the page's account becomes active again. */
  session: { csrf_token: string; user_id?: string | undefined };
  locale: () => string;
  /** Called after a session error; resolves to whether to repeat the call. */
  onSessionError?: (code: SessionError, endpoint: Callable) => Promise<boolean>;
}

/** Creates the headers that are the same for each attempt of a call. */
function createHeaders(
  { method }: Callable,
  { idempotency_key = crypto.randomUUID() }: CallInput,
  locale: string,
): Record<string, string> {
  return {
    Accept: "application/json",
    "X-Locale": locale,
    ...(method === "POST" && { "Idempotency-Key": idempotency_key }),
  };
}

function createSessionHeaders({ csrf_token, user_id }: SendingPage["session"]) {
  return { "X-CSRF-Token": csrf_token, ...(user_id !== undefined && { "X-Account": user_id }) };
}

const sessionErrors = ["stale_tab", "bad_token", "sign_in_needed"] as const;

/** The page's account is not the active one, its CSRF token is outdated, or its session has ended. */
export type SessionError = (typeof sessionErrors)[number];

function findSessionError(data: unknown): SessionError | undefined {
  const code = (data as Partial<ErrorBody> | null)?.error?.code;
  return sessionErrors.find((sessionError) => sessionError === code);
}

/**
 * Sends JSON with the CSRF token, the account and the locale of the page, and an idempotency key with
 * each POST. Repeats the call with the same key if the server demands a proof of work, or if
 * `onSessionError` has restored the session.
 */
export function fetchTransport(page: SendingPage): Transport {
  return async (endpoint, input) => {
    const form = input.files && (await import("./form-data.ts")).buildFormData(input);
    const headers = createHeaders(endpoint, input, page.locale());
    // For a form, the browser sets this header with the boundary of its parts.
    if (input.body !== undefined && !form) headers["Content-Type"] = "application/json";
    const send = (extraHeaders: Record<string, string> = {}) =>
      fetch(buildAddress(endpoint, input), {
        method: endpoint.method,
        headers: { ...headers, ...createSessionHeaders(page.session), ...extraHeaders },
        body: form ?? (input.body === undefined ? null : JSON.stringify(input.body)),
        signal: AbortSignal.timeout(form ? uploadTimeout : callTimeout),
      });
    let response = await sendWithProofs(send);
    let data = await readJson(response);
    const sessionError = findSessionError(data);
    if (sessionError && (await page.onSessionError?.(sessionError, endpoint))) {
      response = await sendWithProofs(send);
      data = await readJson(response);
    }
    const location = response.headers.get("Location");
    return {
      status: response.status,
      data,
      ...(location && { location }),
    };
  };
}

/** Sends a call, and again with a proof of work if the server demands one. */
async function sendWithProofs(
  send: (extraHeaders?: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  let response = await send();
  // The demanded level may have risen while the first proof was solved.
  for (let proofs = 0; proofs < 2; proofs++) {
    const level = response.headers.get(proofLevelHeader);
    const proof = level === null ? undefined : await solveProofOfWork(level);
    if (proof === undefined) break;
    response = await send({ [proofHeader]: proof });
  }
  return response;
}

/** Returns undefined if the browser can't solve the proof. The call then fails with the server's refusal. */
async function solveProofOfWork(level: string): Promise<string | undefined> {
  // The import fails if the device is offline or a new release has replaced the script.
  const proofs = await import("./proof.ts").catch(() => undefined);
  try {
    return await proofs?.solveProof(level);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Returns null for an empty reply or one that is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return isJson && response.status !== 204 ? response.json() : null;
}
