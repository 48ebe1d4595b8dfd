import { once } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import { readLimits } from "../policy/limits.ts";
import type { JsonContents, JsonKind, JsonReply } from "../worker.ts";
import { type ArchiveReader, InvalidArchive } from "./read-zip.ts";

/** How long the thread waits for another file before it ends. */
const idleMilliseconds = 30_000;

let thread: Worker | undefined;
let activeReads = 0;
let idleTimer: NodeJS.Timeout | undefined;

/** Starts the thread that parses files, unless it runs. It doesn't keep the process alive. */
function requireThread(): Worker {
  if (thread) return thread;
  const started = new Worker(new URL("../worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: readLimits.threadMegabytes },
  });
  started.unref();
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  started.on("error", forget).on("exit", forget);
  thread = started;
  return started;
}

/**
 * Parses and validates a file of an archive in a thread of its own, so that no file stops other work of the process. Throws
 * InvalidArchive if the file isn't valid JSON or costs too much.
 */
export async function readJson<K extends JsonKind>(
  archive: ArchiveReader,
  kind: K,
  path: string,
): Promise<JsonContents[K]> {
  const text = (await archive.read(path)).toString();
  const worker = requireThread();
  activeReads += 1;
  clearTimeout(idleTimer);
  const { port1: replies, port2: port } = new MessageChannel();
  const timeout = AbortSignal.timeout(readLimits.secondsPerFile * 1_000);
  const settled = new AbortController();
  const signal = AbortSignal.any([timeout, settled.signal]);
  const ended = once(worker, "exit", { signal }).then(() => {
    throw new Error("the thread that parses archives has ended");
  });
  worker.postMessage({ kind, text, port }, [port]);
  try {
    const [reply] = (await Promise.race([once(replies, "message", { signal }), ended])) as [
      JsonReply,
    ];
    if ("failure" in reply) throw new InvalidArchive(reply.failure);
    return reply.content as JsonContents[K];
  } catch (error) {
    if (timeout.aborted) await worker.terminate();
    const { code } = error as NodeJS.ErrnoException;
    const isTooCostly = timeout.aborted || code === "ERR_WORKER_OUT_OF_MEMORY";
    throw isTooCostly ? new InvalidArchive("unsafe", error) : error;
  } finally {
    settled.abort();
    replies.close();
    activeReads -= 1;
    // Simultaneous imports share the thread.
    if (activeReads === 0) {
      idleTimer = setTimeout(() => void worker.terminate(), idleMilliseconds).unref();
    }
  }
}
