import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  authorization: string | undefined;
  body: string;
}

/** A service of OpenAI's moderation calls that says what it is told to say. */
export interface ModerationDesk {
  /** Its address for `MODERATION_URL`. */
  url: string;
  requests: SeenRequest[];
  /** What the next texts score, by category; or how the service fails. */
  says: Record<string, number> | "error" | "nonsense" | "nothing";
  close(): Promise<void>;
}

/** Listens on loopback; port 0 takes a free one. */
export async function startModerationDesk(port = 0): Promise<ModerationDesk> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      desk.requests.push({ authorization: request.headers.authorization, body });
      if (desk.says === "nothing") return;
      response.writeHead(desk.says === "error" ? 500 : 200, { "content-type": "application/json" });
      response.end(desk.says === "nonsense" ? "{}" : JSON.stringify(replyOf(desk.says)));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  const desk: ModerationDesk = {
    url: `http://127.0.0.1:${address.port}/v1/moderations`,
    requests: [],
    says: {},
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return desk;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function replyOf(says: ModerationDesk["says"]) {
  const category_scores = { harassment: 0, sexual: 0, violence: 0, ...(says as object) };
  const entries = Object.entries(category_scores);
  const categories = Object.fromEntries(entries.map(([name, score]) => [name, score >= 0.5]));
  const flagged = Object.values(categories).includes(true);
  return { id: "modr-1", model: "sandbox", results: [{ flagged, categories, category_scores }] };
}
