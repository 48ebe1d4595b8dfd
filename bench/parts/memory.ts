import { setTimeout } from "node:timers/promises";
import { type Bench, measureTurns } from "../bench.ts";
import { startServer } from "../process.ts";
import { atMost, createFigure, type Figure, type Row } from "../report.ts";

/** Measures the memory of a process of its own that has nothing to do. */
export function measureMemory(bench: Bench): Promise<Row[]> {
  return measureTurns(bench, async () => {
    const figures: Figure[] = [];
    for (const [what, target, database] of [
      ["memory at rest", 200, bench.large],
      ["memory at rest, embedded database", 300, undefined],
    ] as const) {
      if (database === undefined && !bench.size.isFull) continue;
      const server = await startServer(database);
      await setTimeout(bench.size.isFull ? 120_000 : 0);
      figures.push(createFigure(what, server.residentMegabytes(), atMost(target, " MB")));
      await server.stop();
    }
    return figures;
  });
}
