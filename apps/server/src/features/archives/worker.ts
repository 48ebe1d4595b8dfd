import { type MessagePort, parentPort } from "node:worker_threads";
import type { ArchiveImportFailure } from "@toibako/contract/archives/import.ts";
import { Compile } from "typebox/schema";
import { readAccount, readDescription } from "./policy/brought.ts";
import { readLimits } from "./policy/limits.ts";
import { AnswerRecord, BroughtRecord } from "./policy/records.ts";

const validators = { answers: Compile(AnswerRecord), brought: Compile(BroughtRecord) };

/** What the files of an archive contain, by the kind of file. `null` is a record of another form. */
export interface JsonContents {
  description: number | "foreign" | "version";
  account: ReturnType<typeof readAccount>;
  answers: (AnswerRecord | null)[];
  brought: (BroughtRecord | null)[];
}
export type JsonKind = keyof JsonContents;

interface JsonRequest {
  kind: JsonKind;
  text: string;
  /** Receives the reply. */
  port: MessagePort;
}
export type JsonReply = { content: JsonContents[JsonKind] } | { failure: ArchiveImportFailure };

/** Whether arrays and objects are nested deeper than in any file of an archive. */
function isTooDeep(value: unknown, levels: number = readLimits.depth): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isTooDeep(child, levels - 1));
}

function readText({ kind, text }: Omit<JsonRequest, "port">): JsonReply {
  const parsed = JSON.parse(text) as unknown;
  if (isTooDeep(parsed)) return { failure: "unsafe" };
  if (kind === "description") return { content: readDescription(parsed) };
  if (kind === "account") return { content: readAccount(parsed) };
  if (!Array.isArray(parsed)) return { failure: "damaged" };
  if (parsed.length > readLimits.recordsPerFile) return { failure: "unsafe" };
  const validator = validators[kind];
  const records = parsed.map((record: unknown) => (validator.Check(record) ? record : null));
  return { content: records as JsonContents[typeof kind] };
}

parentPort?.on("message", (request: JsonRequest) => {
  let reply: JsonReply;
  try {
    reply = readText(request);
  } catch {
    reply = { failure: "damaged" };
  }
  request.port.postMessage(reply);
});
