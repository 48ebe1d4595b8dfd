/** A text compiled from ICU: a plain string, or its pieces in order. */
export type Message = string | Token[];
export type Token = string | [name: string, type?: string, cases?: Cases];
export type Cases = { offset?: number } & { [choice: string]: Message | number | undefined };

/** A piece of the result: what the translator wrote, or a value put in. */
export type Piece = { written: string } | { value: unknown };
export type Values = Readonly<Record<string, unknown>>;

/** Fills the parameters in. */
export function format(message: Message, values: Values | undefined, tag: string): string {
  if (typeof message === "string") return message;
  let text = "";
  for (const piece of pieces(message, values, tag)) {
    text += "written" in piece ? piece.written : (piece.value ?? "");
  }
  return text;
}

/** Walks through a message and keeps values apart from what was written, for rich texts. */
export function* pieces(
  message: Message,
  values: Values = {},
  tag: string,
  count?: number,
): Generator<Piece> {
  if (typeof message === "string") {
    yield { written: message };
    return;
  }
  for (const token of message) {
    if (token === "#" && count !== undefined) yield { written: numbers(tag).format(count) };
    else if (typeof token === "string") yield { written: token };
    else {
      const [name, type, cases] = token;
      const value = values[name];
      if (type === undefined) yield { value };
      else if (type === "number") yield { written: numbers(tag).format(Number(value)) };
      else if (type === "select") {
        yield* pieces(chosen(cases, String(value)), values, tag, count);
      } else {
        const figure = Number(value) - (cases?.offset ?? 0);
        const category = plurals(tag, type === "plural" ? "cardinal" : "ordinal").select(figure);
        const exact = cases && Object.hasOwn(cases, String(value));
        yield* pieces(chosen(cases, exact ? String(value) : category), values, tag, figure);
      }
    }
  }
}

function chosen(cases: Cases | undefined, choice: string): Message {
  const found = cases && Object.hasOwn(cases, choice) ? cases[choice] : cases?.["other"];
  return (found ?? "") as Message;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

function numbers(tag: string): Intl.NumberFormat {
  let made = numberFormats.get(tag);
  if (!made) numberFormats.set(tag, (made = new Intl.NumberFormat(tag)));
  return made;
}

function plurals(tag: string, type: Intl.PluralRuleType): Intl.PluralRules {
  const key = tag + type;
  let made = pluralRules.get(key);
  if (!made) pluralRules.set(key, (made = new Intl.PluralRules(tag, { type })));
  return made;
}
