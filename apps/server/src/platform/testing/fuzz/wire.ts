import { type Agent, request } from "node:http";
import { connect } from "node:net";
import type { FuzzRequest } from "./requests.ts";

/** A reply; `status` is 0 if the connection ended without one. */
export interface FuzzReply {
  status: number;
  /** The operation that replied, which the application names in a header. */
  operation: string | undefined;
  type: string | undefined;
  location: string | undefined;
  /** The error that the application threw. */
  error: string | undefined;
  body: string;
}

// Headers in which the application names its operation and error while it is fuzzed.
export const operationHeader = "x-fuzz-operation";
export const errorHeader = "x-fuzz-error";

/** Milliseconds. */
const timeout = 30_000;

/** Sends a request with Node's client. It reads only the headers of an event stream. */
export function sendRequest(
  agent: Agent,
  port: number,
  { method, path, headers, body }: FuzzRequest,
): Promise<FuzzReply> {
  return new Promise((settle) => {
    const fail = (error: Error) => settle(createMissingReply(error));
    const options = { host: "127.0.0.1", port, method, path, headers, agent, timeout };
    const sent = request(options, (reply) => {
      const chunks: Buffer[] = [];
      const finish = () => {
        const { headers: replyHeaders, statusCode: status = 0 } = reply;
        settle({
          status,
          operation: readHeader(replyHeaders[operationHeader]),
          type: replyHeaders["content-type"],
          location: replyHeaders.location,
          error: decodeText(readHeader(replyHeaders[errorHeader])),
          body: Buffer.concat(chunks).toString(),
        });
      };
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", finish);
      reply.on("error", fail);
      if (reply.headers["content-type"] === "text/event-stream") {
        finish();
        sent.destroy();
      }
    });
    sent.on("timeout", () => sent.destroy(new Error("no reply within 30 seconds")));
    sent.on("error", fail);
    sent.end(body);
  });
}

function createMissingReply(error: Error): FuzzReply {
  const nothing = { operation: undefined, type: undefined, location: undefined, error: undefined };
  return { status: 0, ...nothing, body: error.message };
}

function decodeText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text, "base64").toString();
}

function readHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Sends bytes, ends the sending direction of the connection, and reads until the server closes it.
 */
export function sendBytes(port: number, bytes: Buffer): Promise<FuzzReply> {
  return new Promise((settle) => {
    const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      settle(readReply(Buffer.concat(chunks).toString()));
    };
    socket.setTimeout(timeout, () => socket.destroy(new Error("no reply within 30 seconds")));
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunk.includes("text/event-stream")) finish();
    });
    socket.on("end", finish);
    // The server may close before it has read everything.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" || error.code === "EPIPE") finish();
      else settle(createMissingReply(error));
    });
    socket.end(bytes);
  });
}

/** Parses the first reply that is not "100 Continue". Leaves its body out, which may be in chunks. */
function readReply(text: string): FuzzReply {
  const parts = text.split("\r\n\r\n");
  const head = parts.find((part) => !part.startsWith("HTTP/1.1 100 ")) ?? "";
  const readField = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim();
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    operation: readField(operationHeader),
    type: readField("content-type"),
    location: readField("location"),
    error: decodeText(readField(errorHeader)),
    body: "",
  };
}
