import { type FileLocation, locateFile, serverLayers, webLayers } from "./location.ts";
import type { Finding, Import, Source } from "./source.ts";
import { serverFiles } from "./words.ts";

/** An import of one file of this repository by another. */
export interface ImportEdge extends Import {
  from: string;
  to: string;
}

type Problem = [violation: string, advice: string] | undefined;

/** Matches the files of the server that may import the web application. */
const mountsPages = /\/platform\/pages\//;

/** The layers inside a server feature, from the top down. `policy` may be used by all. */
const rankOfKind: Record<string, number> = {
  routes: 3,
  jobs: 3,
  commands: 2,
  queries: 1,
  "job-definitions": 0,
};

/** Reports an import that breaks the layers, and where the code should go. */
export function checkImportEdge(edge: ImportEdge): Finding[] {
  const from = locateFile(edge.from);
  const to = locateFile(edge.to);
  const problem = checkSides(from, to, edge) ?? checkLayers(from, to, edge);
  if (problem === undefined) return [];
  const [violation, advice] = problem;
  const { from: path, line, specifier } = edge;
  return [{ path, line, violation: `${violation} (${specifier})`, advice }];
}

/** Checks the boundaries between packages, and that the product imports no test code. */
function checkSides(from: FileLocation, to: FileLocation, edge: ImportEdge): Problem {
  if (from.side === "contract" && to.side !== "contract") {
    return [
      "the contract imports an app",
      "The contract stands alone: move what both need into it.",
    ];
  }
  if (from.side === "web" && to.side === "server") {
    return ["the web imports the server", "Put what crosses the wire into packages/contract/src."];
  }
  const mayImportWeb = from.isTest || edge.isTypeOnly || mountsPages.test(edge.from);
  if (from.side === "server" && to.side === "web" && !mayImportWeb) {
    return ["the server imports the web", "Only platform/pages/ mounts pages."];
  }
  const isProduct = from.side === "server" || from.side === "web" || from.side === "contract";
  if (isProduct && !from.isTest && to.side === "sandbox") {
    return [
      "the product imports the sandbox",
      "The sandbox is for tests and the demo: the product calls it by the address in its configuration.",
    ];
  }
  if (isProduct && !from.isTest && to.isTest) {
    return ["the product imports test code", "Move what both need out of the test."];
  }
  return undefined;
}

function checkLayers(from: FileLocation, to: FileLocation, edge: ImportEdge): Problem {
  if (from.side !== to.side || from.isTest || to.layer === "generated") return undefined;
  if (from.side === "server") return checkServer(from, to, edge);
  if (from.side === "web") return checkWeb(from, to, edge);
  return undefined;
}

function checkServer(from: FileLocation, to: FileLocation, edge: ImportEdge): Problem {
  if (to.kind === "routes" && from.layer !== "app" && from.feature !== to.feature) {
    return [
      "another feature's routes",
      "Use its queries, commands or policy, or publish an event (platform/events/events.ts).",
    ];
  }
  if (from.layer === "features" && to.layer === "features") return checkInside(from, to, edge);
  // A policy may check typed texts, throw a Failure and use durations, and is still a pure function.
  const isPure = /\/platform\/(http\/(failure|typed-text)|durations)\.ts$/.test(edge.to);
  if (from.kind === "policy" && !edge.isTypeOnly && !isPure) return notPure;
  return checkOrder(serverLayers, from, to, [
    "an import upwards",
    "The order is main → app → demo → features → platform → contract: let the upper layer pass the value in.",
  ]);
}

const notPure: Problem = [
  "policy is pure",
  "Pass the values in as arguments and read them in queries.ts or commands.ts.",
];

function checkInside(from: FileLocation, to: FileLocation, edge: ImportEdge): Problem {
  // Like a policy, `normalize.ts` has only functions of their arguments.
  const isPure = to.kind === "policy" || edge.to.endsWith("/features/filters/normalize.ts");
  if (from.kind === "policy" && !isPure && !edge.isTypeOnly) return notPure;
  if (to.kind === "jobs" && from.feature !== to.feature) {
    return [
      "another feature's jobs",
      "Enqueue the job in the statement of the write, by its definition in job-definitions.ts.",
    ];
  }
  const fromRank = rankOfKind[from.kind ?? ""];
  const toRank = rankOfKind[to.kind ?? ""];
  if (fromRank === undefined || toRank === undefined || edge.isTypeOnly) return undefined;
  if (toRank > fromRank || (toRank === fromRank && from.kind !== to.kind)) {
    return [
      `${from.kind} imports ${to.kind}`,
      `The order is routes → commands → queries: ${to.kind} holds ${serverFiles[to.kind ?? ""]}; move what both need down.`,
    ];
  }
  return undefined;
}

function checkWeb(from: FileLocation, to: FileLocation, edge: ImportEdge): Problem {
  if (from.layer === "features" && to.layer === "features" && from.feature !== to.feature) {
    return [
      "a feature imports another",
      "Let a widget or route compose them (children, props), or move the part to ui/ or lib/.",
    ];
  }
  if (edge.to.endsWith("/lib/http/client.ts") && from.layer !== "lib" && from.kind !== "queries") {
    const calls = edge.names.some((name) => name === "send" || name === "api" || name === "*");
    if (calls && !edge.isTypeOnly) {
      return ["a call of the client", "Write the query or mutation in features/<name>/queries.ts."];
    }
  }
  // The type of the router's context is declared where the router is created.
  if (from.layer === "routes" && to.layer === "entry" && edge.isTypeOnly) return undefined;
  return checkOrder(webLayers, from, to, [
    "an import upwards",
    "The order is entry → routes → widgets → features → ui → lib → contract: pass it down as a prop or move it down.",
  ]);
}

function checkOrder(
  layers: string[],
  from: FileLocation,
  to: FileLocation,
  problem: Problem,
): Problem {
  const fromIndex = layers.indexOf(from.layer);
  const toIndex = layers.indexOf(to.layer);
  const isUpwards = fromIndex >= 0 && toIndex >= 0 && toIndex < fromIndex;
  return isUpwards ? problem : undefined;
}

/** An import alias such as `#ui/` or `@toibako/contract/`, valid for files under `scope`. */
export interface Alias {
  scope: string;
  prefix: string;
  target: string;
}

/** Returns the imports of a file that resolve to files of this repository. */
export function findImportEdges(source: Source, aliases: readonly Alias[]): ImportEdge[] {
  return source.imports.flatMap((entry) => {
    const to = resolveImport(source.path, entry.specifier, aliases);
    return to === undefined ? [] : [{ ...entry, from: source.path, to }];
  });
}

function resolveImport(
  from: string,
  specifier: string,
  aliases: readonly Alias[],
): string | undefined {
  if (specifier.startsWith(".")) {
    return new URL(specifier, `file:///${from}`).pathname.slice(1);
  }
  const alias = aliases.find(
    ({ scope, prefix }) => from.startsWith(scope) && specifier.startsWith(prefix),
  );
  return alias && alias.target + specifier.slice(alias.prefix.length);
}
