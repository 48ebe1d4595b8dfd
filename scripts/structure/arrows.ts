import { type Place, placeOf, SERVER_LAYERS, WEB_LAYERS } from "./place.ts";
import type { Finding, Import, Source } from "./source.ts";
import { SERVER_WORDS } from "./words.ts";

/** An import whose other end is a file of this repository. */
export interface Arrow extends Import {
  from: string;
  to: string;
}

type Remark = [what: string, where: string] | undefined;

const MOUNTS_PAGES = /\/platform\/(pages|transport)[^/]*\.ts$/;

/** Inside a server feature, from the top down. `policy` may be used by all. */
const RANK: Record<string, number> = { routes: 3, jobs: 3, commands: 2, queries: 1, table: 0 };

/** Says which import goes the wrong way, and where the code should go. */
export function checkArrow(arrow: Arrow): Finding[] {
  const from = placeOf(arrow.from);
  const to = placeOf(arrow.to);
  const remark = checkSides(from, to, arrow) ?? checkLayers(from, to, arrow);
  if (remark === undefined) return [];
  const [what, where] = remark;
  return [{ path: arrow.from, line: arrow.line, what: `${what} (${arrow.specifier})`, where }];
}

/** The boundaries between packages; tests keep these as well. */
function checkSides(from: Place, to: Place, arrow: Arrow): Remark {
  if (from.side === "contract" && to.side !== "contract") {
    return [
      "the contract imports an app",
      "The contract stands alone: move what both need into it.",
    ];
  }
  if (from.side === "web" && to.side === "server") {
    return ["the web imports the server", "Put what crosses the wire into packages/contract/src."];
  }
  const mounts = from.test || arrow.type_only || MOUNTS_PAGES.test(arrow.from);
  if (from.side === "server" && to.side === "web" && !mounts) {
    return ["the server imports the web", "Only platform/pages*.ts and transport.ts mount pages."];
  }
  const ours = from.side === "server" || from.side === "web" || from.side === "contract";
  if (ours && !from.test && to.side === "sandbox") {
    return [
      "the product imports the sandbox",
      "Stand-ins serve tests and the demo: use its address.",
    ];
  }
  if (ours && !from.test && to.test) {
    return ["the product imports test code", "Move what both need out of the test."];
  }
  return undefined;
}

function checkLayers(from: Place, to: Place, arrow: Arrow): Remark {
  if (from.side !== to.side || from.test || to.layer === "generated") return undefined;
  if (from.side === "server") return checkServer(from, to, arrow);
  if (from.side === "web") return checkWeb(from, to, arrow);
  return undefined;
}

function checkServer(from: Place, to: Place, arrow: Arrow): Remark {
  if (to.word === "routes" && from.layer !== "app" && !(from.feature === to.feature)) {
    return [
      "another feature's routes",
      "Use its queries, commands or policy, or publish an event (platform/events.ts).",
    ];
  }
  if (from.layer === "features" && to.layer === "features") return checkInside(from, to, arrow);
  // A refusal is thrown as the typed failure that the edge answers with: still a pure function.
  const refusal = arrow.to.endsWith("/platform/failure.ts");
  if (from.word === "policy" && !arrow.type_only && !refusal) return notPure;
  return checkOrder(SERVER_LAYERS, from, to, [
    "an import upwards",
    "The order is main → app → features → platform → contract: let the upper one hand it in.",
  ]);
}

const notPure: Remark = [
  "policy is pure",
  "Pass the values in as arguments and read them in queries.ts or commands.ts.",
];

function checkInside(from: Place, to: Place, arrow: Arrow): Remark {
  if (from.word === "policy" && to.word !== "policy" && !arrow.type_only) return notPure;
  if (to.word === "jobs" && from.feature !== to.feature) {
    return [
      "another feature's jobs",
      "Publish an event (platform/events.ts); its jobs listen to it.",
    ];
  }
  const upper = RANK[from.word ?? ""];
  const lower = RANK[to.word ?? ""];
  if (upper === undefined || lower === undefined || arrow.type_only) return undefined;
  if (lower > upper || (lower === upper && from.word !== to.word)) {
    return [
      `${from.word} imports ${to.word}`,
      `The order is routes → commands → queries → table: ${to.word} holds ${SERVER_WORDS[to.word ?? ""]}; move what both need down.`,
    ];
  }
  return undefined;
}

function checkWeb(from: Place, to: Place, arrow: Arrow): Remark {
  if (from.layer === "features" && to.layer === "features" && from.feature !== to.feature) {
    return [
      "a feature imports another",
      "Let the route compose them (children, props), or move the part to ui/ or lib/.",
    ];
  }
  if (arrow.to.endsWith("/lib/client.ts") && from.layer !== "lib" && from.word !== "queries") {
    const calls = arrow.names.some((name) => name === "send" || name === "api" || name === "*");
    if (calls && !arrow.type_only) {
      return ["a call of the client", "Write the query or mutation in features/<name>/queries.ts."];
    }
  }
  // The router's own types (its context) are declared where the router is made.
  if (from.layer === "routes" && to.layer === "entry" && arrow.type_only) return undefined;
  return checkOrder(WEB_LAYERS, from, to, [
    "an import upwards",
    "The order is entry → routes → features → ui → lib → contract: pass it down as a prop or move it down.",
  ]);
}

function checkOrder(layers: string[], from: Place, to: Place, remark: Remark): Remark {
  const upper = layers.indexOf(from.layer);
  const lower = layers.indexOf(to.layer);
  return upper >= 0 && lower >= 0 && lower < upper ? remark : undefined;
}

/** A short name for an address: `#ui/` or `@toibako/contract/`, valid for files under `scope`. */
export interface Alias {
  scope: string;
  prefix: string;
  target: string;
}

/** The imports of a file that lead to files of this repository. */
export function arrowsOf(source: Source, aliases: readonly Alias[]): Arrow[] {
  return source.imports.flatMap((entry) => {
    const to = resolve(source.path, entry.specifier, aliases);
    return to === undefined ? [] : [{ ...entry, from: source.path, to }];
  });
}

function resolve(from: string, specifier: string, aliases: readonly Alias[]): string | undefined {
  if (specifier.startsWith(".")) {
    return new URL(specifier, `file:///${from}`).pathname.slice(1);
  }
  const alias = aliases.find(
    ({ scope, prefix }) => from.startsWith(scope) && specifier.startsWith(prefix),
  );
  return alias && alias.target + specifier.slice(alias.prefix.length);
}
