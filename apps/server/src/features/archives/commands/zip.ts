import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A ZIP that is written file by file. */
export interface ZipWriter {
  /** Adds a file. Resolves when the file is compressed and read, so that the caller holds one file at a time. */
  add(path: string, content: string | Buffer): Promise<void>;
  end(): void;
  /** Stops the reader of `chunks` with this error. */
  fail(error: Error): void;
  chunks: AsyncIterable<Buffer>;
}

/** Creates a ZIP whose files all have the same time. */
export function createZip(mtime: Date): ZipWriter {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Without a listener, an error while nothing reads `chunks` would end the process. The reader gets the error
  // anyway.
  output.on("error", () => undefined);
  zip.on("error", (error: Error) => output.destroy(error));
  return {
    chunks: output,
    add: (path, content) => addFile(zip, path, mtime, [Buffer.from(content)]),
    end: () => zip.end(),
    fail: (error) => void output.destroy(error),
  };
}

/**
 * Adds the only element of `contents` as a file. Removes it from the array, because the library holds the callback,
 * and with it the array, until the end of the ZIP.
 */
function addFile(zip: ZipFile, path: string, mtime: Date, contents: Buffer[]): Promise<void> {
  return new Promise((resolve) => {
    zip.addReadStreamLazy(path, { mtime, mode: 0o100644 }, (callback) => {
      const file = Readable.from(contents.splice(0), { objectMode: false });
      file.once("close", resolve);
      callback(null, file);
    });
  });
}
