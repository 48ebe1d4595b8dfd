import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedRequest {
  authorization: string | undefined;
  body: string;
}

/** A fake of OpenAI's moderation API; tests set its replies. */
export interface ModerationService {
  /** Its address for `MODERATION_URL`. */
  url: string;
  requests: RecordedRequest[];
  /** The scores of the next texts by category, or a failure; with "nothing", requests get no reply. */
  reply: Record<string, number> | "error" | "nonsense" | "nothing";
  close(): Promise<void>;
}

/** Listens on loopback; port 0 takes a free one. */
export async function startModerationService(port = 0): Promise<ModerationService> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      service.requests.push({ authorization: request.headers.authorization, body });
      if (service.reply === "nothing") return;
      response.writeHead(service.reply === "error" ? 500 : 200, {
        "content-type": "application/json",
      });
      response.end(
        service.reply === "nonsense" ? "{}" : JSON.stringify(createReply(service.reply)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  const service: ModerationService = {
    url: `http://127.0.0.1:${address.port}/v1/moderations`,
    requests: [],
    reply: {},
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function createReply(reply: ModerationService["reply"]) {
  const category_scores = { harassment: 0, sexual: 0, violence: 0, ...(reply as object) };
  const entries = Object.entries(category_scores);
  const categories = Object.fromEntries(entries.map(([name, score]) => [name, score >= 0.5]));
  const flagged = Object.values(categories).includes(true);
  return { id: "modr-1", model: "sandbox", results: [{ flagged, categories, category_scores }] };
}
