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

/** The length of the two samples, from the start and the end of the file, that the fingerprint covers. */
const sampleBytes = 256 * 1024;

/**
 * Returns a hash of the file's size, start and end. By this hash the server recognises a file that the reader
 * chooses again after an interrupted upload.
 */
async function computeFingerprint(file: File): Promise<string> {
  const ends = [file.slice(0, sampleBytes), file.slice(Math.max(0, file.size - sampleBytes))];
  const bytes = await new Blob([`${file.size} `, ...ends]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Milliseconds to wait before each retry of a part. */
const retryDelays = [1_000, 2_000, 4_000, 8_000];

/** Whether a retry may help: there was no reply in time, or the server is overloaded. */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sends a part, with retries after temporary failures; the server counts a repeated part once. */
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

/**
 * The controller that aborts the running upload. It belongs to the module, because the upload continues
 * while the reader visits other pages of the site.
 */
let uploadController: AbortController | undefined;
const listeners = new Set<() => void>();

function setUploadController(controller: AbortController | undefined): void {
  uploadController = controller;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether an upload that this tab has started is running. */
export function useIsUploading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => uploadController !== undefined,
    () => false,
  );
}

/** `upload` uploads an archive, `remove` stops or removes an import. Both update the cached state. */
export function useImportActions() {
  const client = useQueryClient();
  const { queryKey } = importQuery();
  const cacheState = (state: ArchiveImport) => client.setQueryData(queryKey, state);

  /** Sends the parts of a file that the server doesn't have yet. */
  async function sendFile(file: File, signal: AbortSignal) {
    const body = { bytes: file.size, fingerprint: await computeFingerprint(file) };
    let state = (await send(startArchiveImport, { body })).data;
    // The size differs if another tab has started to upload another file instead.
    while (state.status === "uploading" && state.bytes === file.size && !signal.aborted) {
      cacheState(state);
      state = await sendPart(file, state.received_parts, signal);
    }
    if (!signal.aborted) cacheState(state);
  }
  return {
    upload: useMutation({
      mutationFn: async (file: File) => {
        const controller = new AbortController();
        setUploadController(controller);
        try {
          await sendFile(file, controller.signal);
        } catch (error) {
          if (!controller.signal.aborted) throw error;
        } finally {
          if (uploadController === controller) setUploadController(undefined);
        }
      },
    }),
    remove: useMutation({
      mutationFn: async () => {
        uploadController?.abort();
        await send(deleteArchiveImport);
        await client.invalidateQueries({ queryKey });
      },
    }),
  };
}
