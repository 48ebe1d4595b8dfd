import { createHash, type Hash } from "node:crypto";
import type { Database } from "#platform/database/db.ts";
import type { TableDigest } from "./tables.ts";

/** The format of the backups that this release writes; it reads no newer one. */
export const backupFormat = 1;

export const aboutEntry = "about.json";
export const manifestEntry = "manifest.json";

/** A fault that the operator must know of, with the one line that is shown. */
export class BackupError extends Error {}

/** The first entry of a backup. */
export interface About {
  format: number;
  made_at: string;
  release: string;
  /** How many migrations the database had run. */
  migrations: number;
  engine: Database["engine"];
  /** The major version of PostgreSQL, also of the embedded one. */
  engine_version: number;
  /** A keyed hash by which a restore finds out that it has the same secret key. */
  key_check: string;
}

/** Sums up the entries of a folder of the archive. */
export interface SectionDigest {
  entries: number;
  bytes: number;
  sha256: string;
}

/** The last entry of a backup. */
export interface Manifest extends About {
  sections: Record<string, SectionDigest>;
  tables: Record<string, TableDigest>;
  /** The number and the hash of the last entry of the audit log. */
  audit_head: string;
  /** The sum of all amounts of the ledger, in yen. */
  ledger_sum: string;
}

interface OpenSection {
  entries: number;
  bytes: number;
  hash: Hash;
}

/**
 * Computes the digest of each section, which is the first folder of an entry's path. A section's SHA-256 is that of the
 * lines "<sha256> <bytes> <path>" of its entries, in their order, so that its memory doesn't grow with the number of files.
 */
export class Sections {
  readonly #open = new Map<string, OpenSection>();

  /** Passes the content of an entry on, and adds it to its section at its end. */
  async *add(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    const section = this.#openSection(path);
    section.entries++;
    section.bytes += bytes;
    section.hash.update(`${hash.digest("hex")} ${bytes} ${path}\n`);
  }

  /** The digests of all sections, after the last entry. */
  finish(): Record<string, SectionDigest> {
    return Object.fromEntries(
      [...this.#open].map(([name, { entries, bytes, hash }]) => [
        name,
        { entries, bytes, sha256: hash.digest("hex") },
      ]),
    );
  }

  #openSection(path: string): OpenSection {
    const name = path.slice(0, path.indexOf("/"));
    const section = this.#open.get(name) ?? { entries: 0, bytes: 0, hash: createHash("sha256") };
    this.#open.set(name, section);
    return section;
  }
}
