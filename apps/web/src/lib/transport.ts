import type { Endpoint } from "@toibako/contract/endpoint.ts";

/** The part of an endpoint that a caller needs; the browser holds no more. */
export type Callable = Pick<Endpoint, "name" | "method" | "path">;

export interface CallInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Any status, also of 400 and above; it rejects only when there was no answer. */
export interface Answer<T = unknown> {
  status: number;
  data: T;
  location?: string;
}

/** How a call gets to the server: fetch in the browser, in process while rendering. */
export type Transport = (endpoint: Callable, input: CallInput) => Promise<Answer>;

/** Milliseconds after which a call is given up. */
const timeout = 10_000;

type Plain = string | number | boolean | undefined;

/** The address of a call: parameters filled in, query values appended. */
export function addressOf({ path }: Callable, { params = {}, query = {} }: CallInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value as Plain | Plain[]].flat()) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Sends from the page: JSON, the page's token and language, one key for each write. */
export function fetchTransport(page: { csrf_token: string; locale: () => string }): Transport {
  return async (endpoint, input) => {
    const headers: Record<string, string> = {
      Accept: "application/json",
      "X-CSRF-Token": page.csrf_token,
      "X-Locale": page.locale(),
    };
    if (endpoint.method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: AbortSignal.timeout(timeout),
    });
    const location = response.headers.get("Location");
    return { status: response.status, data: await read(response), ...(location && { location }) };
  };
}

/** null for an empty answer or one that is not JSON. */
async function read(response: Response): Promise<unknown> {
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return isJson && response.status !== 204 ? response.json() : null;
}
