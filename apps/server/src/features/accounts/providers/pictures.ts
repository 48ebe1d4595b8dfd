import type { IncomingMessage } from "node:http";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { lookupPublic } from "#platform/http/public-addresses.ts";

const timeoutMilliseconds = 5_000;

/** Where the pictures of a provider may be fetched from. */
export interface PictureSource {
  /** The hosts of the provider. */
  hosts: RegExp;
  /** The origin of the configured issuer, which replaces all hosts of the provider. */
  origin: string | undefined;
}

/**
 * Whether the address of a picture belongs to the provider. Prevents server-side request forgery: the address comes
 * from the provider's reply and could otherwise name a host in this server's network.
 */
export function isPictureAddress(address: string, { hosts, origin }: PictureSource): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return false;
  if (origin !== undefined) return url.origin === origin;
  return url.protocol === "https:" && url.port === "" && hosts.test(url.hostname);
}

// Reuses connections, because an import fetches thousands of pictures from one host.
const publicAgent = new Agent({ keepAlive: true, maxSockets: 8, lookup: lookupPublic });
// Only a configured issuer on this machine has pictures without encryption, so its address isn't checked.
const localAgent = new HttpAgent({ keepAlive: true, maxSockets: 8 });

/**
 * Fetches a picture of a provider. `refused`: the address has no picture, redirects, may not be fetched, or the
 * picture is too large. `unreachable`: the provider didn't reply in time or had an error; a later attempt may
 * succeed.
 */
export async function fetchPicture(
  address: string,
  source: PictureSource,
  maxBytes: number,
): Promise<Buffer | "refused" | "unreachable"> {
  if (!isPictureAddress(address, source)) return "refused";
  try {
    const reply = await openPicture(address);
    const { statusCode = 0, headers } = reply;
    const isUnusable = statusCode !== 200 || Number(headers["content-length"] ?? 0) > maxBytes;
    if (isUnusable) {
      reply.destroy();
      return statusCode >= 500 || statusCode === 429 ? "unreachable" : "refused";
    }
    return (await readBody(reply, maxBytes)) ?? "refused";
  } catch {
    return "unreachable";
  }
}

function openPicture(address: string): Promise<IncomingMessage> {
  const options: RequestOptions = {
    headers: { accept: "image/*" },
    signal: AbortSignal.timeout(timeoutMilliseconds),
  };
  return new Promise((resolve, reject) => {
    const call = address.startsWith("http:")
      ? requestHttp(address, { ...options, agent: localAgent }, resolve)
      : request(address, { ...options, agent: publicAgent }, resolve);
    call.on("error", reject);
    call.end();
  });
}

/** Reads the body of a reply; returns undefined as soon as it exceeds `maxBytes`. */
async function readBody(reply: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
