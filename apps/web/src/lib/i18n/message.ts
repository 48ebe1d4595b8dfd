import { isolateDirection } from "@toibako/contract/direction.ts";
import { memoize } from "./memoize.ts";

/** A text compiled from ICU: a plain string, or its tokens in order. */
export type Message = string | Token[];
export type Token = string | Argument;
export type Argument = [name: string, type?: string, cases?: Cases];
export type Cases = { offset?: number; other?: Message } & {
  [choice: string]: Message | number | undefined;
};

/** A piece of a formatted text: a text of the catalog or a formatted number (`written`), or a value as it is. */
export type Piece = { written: string } | { name: string; value: unknown };
export type Values = Readonly<Record<string, unknown>>;
type Plain = string | number;

/** Formats a message with its values. */
export function format(message: Message, values: Values | undefined, tag: string): string {
  if (typeof message === "string") return message;
  let text = "";
  for (const piece of formatPieces(message, values, tag)) {
    text += "written" in piece ? piece.written : formatValue(piece.value as Plain | undefined);
  }
  return text;
}

const formatValue = (value: Plain = "") => isolateDirection(String(value));

/** Yields the pieces of a message. In a case of a plural, `#` stands for `count`. */
export function* formatPieces(
  message: Message,
  values: Values = {},
  tag: string,
  count?: number,
): Generator<Piece> {
  if (typeof message === "string") {
    yield { written: message };
    return;
  }
  for (const [index, token] of message.entries()) {
    if (typeof token === "string" && isSecondHonorific(message[index - 1], values, token, tag)) {
      yield { written: token.slice(honorific.length) };
    } else if (typeof token !== "string") yield* formatArgument(token, values, tag, count);
    else if (token === "#" && count !== undefined)
      yield { written: getNumberFormat(tag).format(count) };
    else yield { written: token };
  }
}

const honorific = "さん";
const endsWithHonorific = /(さん|くん|ちゃん|先生|様|さま)$/u;

/** Whether a Japanese token begins with さん after a name that already ends with an honorific. */
function isSecondHonorific(
  before: Token | undefined,
  values: Values,
  token: string,
  tag: string,
): boolean {
  if (tag !== "ja" || !Array.isArray(before) || !token.startsWith(honorific)) return false;
  const value = values[before[0]];
  return typeof value === "string" && endsWithHonorific.test(value);
}

function* formatArgument(
  [name, type, cases = {}]: Argument,
  values: Values,
  tag: string,
  count: number | undefined,
): Generator<Piece> {
  const value = values[name];
  if (type === undefined) yield { name, value };
  else if (type === "number") yield { written: getNumberFormat(tag).format(Number(value)) };
  else if (type === "select")
    yield* formatPieces(findCase(cases, String(value)), values, tag, count);
  else {
    const number = Number(value) - (cases.offset ?? 0);
    const rules = type === "plural" ? getPluralRules(tag) : getOrdinalRules(tag);
    const choice = Object.hasOwn(cases, String(value)) ? String(value) : rules.select(number);
    yield* formatPieces(findCase(cases, choice), values, tag, number);
  }
}

function findCase(cases: Cases, choice: string): Message {
  const message = Object.hasOwn(cases, choice) ? cases[choice] : cases.other;
  return typeof message === "number" ? "" : (message ?? "");
}

const getNumberFormat = memoize((tag: string) => new Intl.NumberFormat(tag));
const getPluralRules = memoize((tag: string) => new Intl.PluralRules(tag));
const getOrdinalRules = memoize((tag: string) => new Intl.PluralRules(tag, { type: "ordinal" }));
