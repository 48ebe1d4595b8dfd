import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

/** Converts a value of PostgreSQL, as a text, to a value of JavaScript. */
type ValueParser = (text: string) => unknown;

/** How the rows of a statement are read. */
interface Columns {
  names: string[];
  parsers: ValueParser[];
  /** A row whose values are null; copying it is faster than adding its properties one by one. */
  emptyRow: Record<string, unknown>;
}

/** The columns of each connection's prepared statements, by the statement's name. */
const columnsByConnection = new WeakMap<PreparedConnection, Map<string, Columns>>();

/** The part of a connection of pg that this module uses; the types of pg leave it out. */
interface PreparedConnection {
  stream: { cork(): void; uncork(): void };
  /** SQL texts by name, of the statements that PostgreSQL has parsed on this connection. */
  parsedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(statement: { statement: string; values: unknown[] }): void;
  describe(target: { type: "P"; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
}

interface ColumnDescription {
  name: string;
  dataTypeID: number;
}

/**
 * One execution of a prepared statement, for the `query` of pg's client, which calls the methods below
 * (pg's extension point for queries, as pg-cursor uses it). PostgreSQL describes the columns of a
 * statement only at its first execution on each connection; pg's own class lets it describe them every time,
 * which takes a fifth of the processor time of a list. The columns can't change later: PostgreSQL rejects a
 * prepared statement whose result would have other types than when it was parsed.
 */
export class PreparedQuery<Row> {
  readonly name: string;
  readonly text: string;
  readonly callback: (error: Error | undefined, rows: Row[]) => void;
  readonly #values: readonly unknown[];
  readonly #rows: Row[] = [];
  #columnsByName: Map<string, Columns> | undefined;
  #columns: Columns | undefined;
  /** The error of a parser of values; the following rows are skipped. */
  #parsingError: Error | undefined;

  /** Exactly one call of `callback` reports the rows or the error. */
  constructor(
    statement: { name: string; text: string; values: readonly unknown[] },
    callback: (error: Error | undefined, rows: Row[]) => void,
  ) {
    this.name = statement.name;
    this.text = statement.text;
    this.#values = statement.values;
    this.callback = callback;
  }

  /** Sends the statement. Returns an error if a value can't be sent; then nothing has been sent. */
  submit(connection: PreparedConnection): Error | null {
    const { name, text } = this;
    let values: unknown[];
    try {
      values = this.#values.map((value) => prepareValue(value));
    } catch (error) {
      return error as Error;
    }
    this.#columnsByName = columnsByConnection.get(connection) ?? new Map();
    columnsByConnection.set(connection, this.#columnsByName);
    const isParsed = connection.parsedStatements[name] !== undefined;
    this.#columns = isParsed ? this.#columnsByName.get(name) : undefined;

    connection.stream.cork();
    if (!isParsed) connection.parse({ name, text });
    connection.bind({ statement: name, values });
    if (!this.#columns) connection.describe({ type: "P", name: "" });
    connection.execute({ portal: "" });
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  /** Isn't called for a statement without rows, which is described at each execution. */
  handleRowDescription({ fields }: { fields: ColumnDescription[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(
        ({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text") as ValueParser,
      ),
      emptyRow: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    this.#columnsByName?.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#parsingError) return;
    try {
      this.#rows.push(parseRow(this.#columns, fields) as Row);
    } catch (error) {
      this.#parsingError = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(this.#parsingError, this.#rows);
  }
}

function parseRow(columns: Columns | undefined, values: (string | null)[]) {
  if (!columns) throw new Error("PostgreSQL sent a row before the description of its columns");
  const { names, parsers, emptyRow } = columns;
  const row = { ...emptyRow };
  values.forEach((value, n) => {
    const name = names[n];
    const parse = parsers[n];
    if (name !== undefined && parse) row[name] = value === null ? null : parse(value);
  });
  return row;
}
