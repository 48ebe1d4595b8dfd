import type { Arrow } from "./arrows.ts";
import type { Finding } from "./source.ts";

/** Rings of modules that import each other's values. Each ring is told once. */
export function checkCycles(arrows: readonly Arrow[]): Finding[] {
  const outgoing = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    if (arrow.type_only) continue;
    outgoing.set(arrow.from, [...(outgoing.get(arrow.from) ?? []), arrow]);
  }
  const findings: Finding[] = [];
  const finished = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    for (const arrow of outgoing.get(path) ?? []) {
      const start = trail.indexOf(arrow.to);
      if (start >= 0) findings.push(ring(arrow, [...trail.slice(start), arrow.to]));
      else if (!finished.has(arrow.to)) walk(arrow.to, [...trail, arrow.to]);
    }
    finished.add(path);
  };
  for (const path of outgoing.keys()) {
    if (!finished.has(path)) walk(path, [path]);
  }
  return findings;
}

function ring(arrow: Arrow, trail: string[]): Finding {
  return {
    path: arrow.from,
    line: arrow.line,
    what: `a ring of imports: ${trail.join(" → ")}`,
    where: "Move what both need into a file below them, or publish an event.",
  };
}
