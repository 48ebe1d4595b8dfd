import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(?:js|css|svg|json|txt|webmanifest)$/;
/** Bytes below which a file is not compressed. */
const minBytes = 1024;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Writes compressed versions (`.br`, `.gz`) of each built text file, so that the server compresses no files. */
export function precompress(): Plugin {
  return {
    name: "toibako:precompress",
    apply: "build",
    async writeBundle(options, bundle) {
      const files = Object.values(bundle).filter((file) => compressible.test(file.fileName));
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (content.length < minBytes) return;
          const path = join(options.dir ?? "", file.fileName);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          await writeFile(`${path}.br`, await asBrotli(content, quality));
          await writeFile(`${path}.gz`, await asGzip(content, { level: 9 }));
        }),
      );
    },
  };
}
