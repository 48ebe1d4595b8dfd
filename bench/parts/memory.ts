import { type Bench, measureTurns, sendRequest } from "../bench.ts";
import { runLoad } from "../load.ts";
import { startServer } from "../process.ts";
import { atMost, createFigure, type Figure, lessIsBetter, type Row } from "../report.ts";
import * as requests from "../requests.ts";

/** Measures the memory of a process of its own: at rest, after full load, and after drawing pictures. */
export function measureMemory(bench: Bench): Promise<Row[]> {
  return measureTurns(bench, async () => [
    ...(await measureProcess(bench)),
    ...(bench.size.isFull ? [await measureEmbedded(bench)] : []),
  ]);
}

async function measureEmbedded({ size }: Bench): Promise<Figure> {
  const server = await startServer();
  try {
    await new Promise((settle) => setTimeout(settle, size.memory.restSeconds * 1_000));
    const atRest = server.residentMegabytes();
    return createFigure("memory at rest, embedded database", atRest, atMost(300, " MB"));
  } finally {
    await server.stop();
  }
}

async function measureProcess({ large, targets, size }: Bench): Promise<Figure[]> {
  const server = await startServer(large);
  const mixed = [
    ...requests.createProfilePageRequests(targets, requests.asSignedInAccount),
    ...requests.createProfilePageRequests(targets, requests.asReturningVisitor),
    ...requests.createListRequests(targets).slice(0, 100),
    ...requests.createAskRequests(targets, requests.asReturningVisitor).slice(0, 100),
    ...requests.createLikeRequests(targets, requests.asSignedInAccount).slice(0, 100),
  ];
  try {
    await new Promise((settle) => setTimeout(settle, size.memory.restSeconds * 1_000));
    const atRest = server.residentMegabytes();
    await runLoad(server, mixed, size.memory.loadSeconds);
    const loaded = server.residentMegabytes();
    for (const account of targets.accounts.slice(0, size.memory.pictures)) {
      await sendRequest(server, { path: `/cards/profiles/ja/${account}.png` });
    }
    const drawn = server.residentMegabytes();
    return [
      createFigure("memory at rest", atRest, atMost(200, " MB")),
      createFigure(
        `memory after ${size.memory.loadSeconds} s of full load`,
        loaded,
        lessIsBetter(" MB"),
      ),
      createFigure(
        `memory after ${size.memory.pictures} pictures as well`,
        drawn,
        lessIsBetter(" MB"),
      ),
      createFigure("memory, peak since the start", server.peakMegabytes(), lessIsBetter(" MB")),
    ];
  } finally {
    await server.stop();
  }
}
