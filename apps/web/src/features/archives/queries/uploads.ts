import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type ArchiveImport,
  deleteArchiveImport,
  importPartBytes,
  putArchivePart,
  startArchiveImport,
} from "@toibako/contract/archives/import.ts";
import { useSyncExternalStore } from "react";
import { ApiError, send } from "#lib/http/client.ts";
import { importQuery } from "./imports.ts";

/** The bytes at each end of a file that its fingerprint covers. */
const sampleBytes = 256 * 1024;

/** A hash of the size and the ends of a file, by which the server recognises it when it is chosen again. */
async function computeFingerprint(file: File): Promise<string> {
  const ends = [file.slice(0, sampleBytes), file.slice(Math.max(0, file.size - sampleBytes))];
  const bytes = await new Blob([`${file.size} `, ...ends]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Milliseconds before each further attempt to send a part. */
const retryDelays = [1_000, 2_000, 4_000, 8_000];

/** Whether sending again may help: there was no reply in time, or the server has too much to do. */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sends a part, and again after a temporary failure; the server counts each part once. */
async function sendPart(file: File, number: number, signal: AbortSignal): Promise<ArchiveImport> {
  const start = number * importPartBytes;
  const part = file.slice(start, start + importPartBytes);
  const call = { params: { number: String(number) }, body: {}, files: { part } };
  for (const delay of retryDelays) {
    try {
      return (await send(putArchivePart, call)).data;
    } catch (error) {
      if (!isTemporary(error) || signal.aborted) throw error;
      await wait(delay);
    }
  }
  return (await send(putArchivePart, call)).data;
}

/** Aborts the running upload, which continues while the reader visits other pages of the site. */
let uploading: AbortController | undefined;
const listeners = new Set<() => void>();

function setUploading(controller: AbortController | undefined): void {
  uploading = controller;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether this page uploads an archive. */
export function useIsUploading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => uploading !== undefined,
    () => false,
  );
}

/** `upload` uploads an archive, `remove` stops or removes an import. Both update the state that is shown. */
export function useImportActions() {
  const client = useQueryClient();
  const { queryKey } = importQuery();
  const show = (state: ArchiveImport) => client.setQueryData(queryKey, state);

  /** Sends the parts of a file that the server doesn't have yet. */
  async function sendFile(file: File, signal: AbortSignal) {
    const body = { bytes: file.size, fingerprint: await computeFingerprint(file) };
    let state = (await send(startArchiveImport, { body })).data;
    // The size differs if another tab has started to upload another file instead.
    while (state.status === "uploading" && state.bytes === file.size && !signal.aborted) {
      show(state);
      state = await sendPart(file, state.received_parts, signal);
    }
    if (!signal.aborted) show(state);
  }
  return {
    upload: useMutation({
      mutationFn: async (file: File) => {
        const controller = new AbortController();
        setUploading(controller);
        try {
          await sendFile(file, controller.signal);
        } catch (error) {
          if (!controller.signal.aborted) throw error;
        } finally {
          if (uploading === controller) setUploading(undefined);
        }
      },
    }),
    remove: useMutation({
      mutationFn: async () => {
        uploading?.abort();
        await send(deleteArchiveImport);
        await client.invalidateQueries({ queryKey });
      },
    }),
  };
}
