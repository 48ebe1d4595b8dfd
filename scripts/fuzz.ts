// npm run fuzz: sends valid and malformed requests, made from the OpenAPI document, to the whole
// server on an embedded database. Exits 1 when a reply is a 5xx (except a documented 501), has an
// undocumented status or doesn't match its schema.
//   --requests 100000  how many requests are sent
//   --seed 1           the same seed makes the same choices; ids differ from run to run
import { parseArgs } from "node:util";
import {
  type Finding,
  type FuzzResult,
  fuzz,
} from "../apps/server/src/platform/testing/fuzz/run.ts";

const shownFindings = 20;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const started = Date.now();
console.log(`seed ${values.seed}`);
const result = await fuzz({
  requests: Number(values.requests),
  seed: Number(values.seed),
  onProgress: (sent, findings) => {
    const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(5);
    console.error(`${seconds} s  ${sent} sent, ${findings} findings`);
  },
});
report(result);
process.exit(result.findings.length === 0 ? 0 : 1);

function report({ sent, operations, statuses, successes, findings }: FuzzResult): void {
  const counts = [...statuses].sort(([a], [b]) => a - b);
  console.log(counts.map(([status, count]) => `${status || "none"}: ${count}`).join(", "));
  const neverSuccessful = operations.filter((name) => !successes.has(name));
  console.log(`never successful: ${neverSuccessful.join(", ") || "none"}`);
  const kinds = Map.groupBy(findings, ({ problem, operation }) => `${operation}: ${problem}`);
  for (const [kind, similar] of [...kinds].slice(0, shownFindings)) {
    console.log(`\n${similar.length} × ${kind}`);
    if (similar[0]) console.log(describeFinding(similar[0]));
  }
  console.log(`\n${sent} requests, ${findings.length} findings, seed ${values.seed}`);
}

function describeFinding({ caller, request, reply, error }: Finding): string {
  const lines = [`as ${caller}: ${request}`, `reply: ${reply}`, error ?? ""];
  return lines
    .map((line) => `  ${line}`)
    .join("\n")
    .trimEnd();
}
