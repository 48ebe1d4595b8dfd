const timeoutMilliseconds = 5_000;

export interface ApiReply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The provider gave no usable reply: timeout, lost connection, redirect or a server error. */
export class ProviderUnreachable extends Error {
  constructor(cause: unknown) {
    super("a provider gave no usable reply", { cause });
  }
}

/**
 * Calls the API of a provider; `bearer` is an access token. Returns replies of any status, except redirects.
 * @throws ProviderUnreachable
 */
export async function callApi(
  url: string,
  bearer: string | undefined,
  json?: object,
): Promise<ApiReply> {
  try {
    return await send(url, bearer, json);
  } catch (error) {
    throw new ProviderUnreachable(error);
  }
}

async function send(url: string, bearer: string | undefined, json?: object): Promise<ApiReply> {
  const reply = await fetch(url, {
    method: json ? "POST" : "GET",
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      accept: "application/json",
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(json && { "content-type": "application/json" }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: parseObject(text) };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
