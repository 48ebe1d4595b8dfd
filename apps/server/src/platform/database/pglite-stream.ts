import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";

// Messages of PostgreSQL's protocol, see https://www.postgresql.org/docs/current/protocol-message-formats.html.
const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const terminate = 0x58;

type Done = (error?: Error | null) => void;

/**
 * The connection of `pg` to PGlite in the same process. It has the methods of a socket that `pg` calls. PGlite has one
 * session, so only one of these may be open at a time.
 */
export class PgliteStream extends Duplex {
  readonly #pglite: PGlite;
  #isStarted = false;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    queueMicrotask(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Replies are pushed as soon as they are there.
  }

  override _write(messages: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#reply(messages).then(() => done(), done);
  }

  /** Receives together what was written while the stream was corked: the messages of one statement. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "binary", done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  async #reply(messages: Buffer): Promise<void> {
    if (!this.#isStarted) {
      await this.#start();
      this.#isStarted = true;
    } else if (messages[0] !== terminate) {
      this.push(Buffer.from(await this.#pglite.execProtocolRaw(messages)));
    }
  }

  /** Gives a new connection a clean session, also if the last one was closed within a transaction. */
  async #start(): Promise<void> {
    await this.#pglite.exec("rollback");
    await this.#pglite.exec("discard all");
    this.push(Buffer.concat([authenticationOk, readyForQuery]));
  }
}
