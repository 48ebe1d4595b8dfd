/** Milliseconds after which a network is given up. */
const patience = 5_000;

export interface ApiReply {
  status: number;
  body: Record<string, unknown>;
}

/** One call of a network's own; rejects when there is no answer. It is never led elsewhere. */
export async function callApi(
  url: string,
  bearer: string | undefined,
  json?: object,
): Promise<ApiReply> {
  const reply = await fetch(url, {
    method: json ? "POST" : "GET",
    redirect: "error",
    signal: AbortSignal.timeout(patience),
    headers: {
      accept: "application/json",
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(json && { "content-type": "application/json" }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
