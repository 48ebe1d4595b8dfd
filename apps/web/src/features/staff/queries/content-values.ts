import type { QueryClient } from "@tanstack/react-query";
import {
  type Locale,
  locales,
  mapLocales,
  type TranslatedText,
} from "@toibako/contract/locales.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import type { ReactNode } from "react";
import { ApiError } from "#lib/http/client.ts";

/** What a form of contents shows: the text of each field, with the locale behind the name of a translated one. */
export type ContentValues = Record<string, string>;

/** A stored content, or `newVersion` and its first values. */
export interface StoredContent {
  version: number;
  values: ContentValues;
}

interface NamedField {
  name: string;
  label: string;
  hint?: string;
}

/** A text for each language. */
interface TranslatedField extends NamedField {
  kind: "texts" | "long_texts";
  /** The maximum number of characters. */
  limit?: number;
}

interface PlainField extends NamedField {
  /** The value of a `time` is a moment in UTC, and that of a `color` such as `#rrggbb`. */
  kind: "text" | "number" | "switch" | "time" | "color";
}

/** One text with one entry a line. */
interface LinesField extends NamedField {
  kind: "lines";
  /** The maximum number of characters. */
  limit?: number;
}

interface ChoiceField extends NamedField {
  kind: "choice";
  choices: readonly { value: string; label: string }[];
}

/** A picture, or a video that may be missing; its value is the address at which it is stored. */
export interface PictureField extends NamedField {
  kind: "picture" | "video";
  /** Stores a chosen file and returns its address. */
  upload: (file: File) => Promise<string>;
  /** The sides of the stored picture, in pixels. */
  width: number;
  height: number;
}

/** A list or the like, whose value is JSON. */
interface StructuredField extends NamedField {
  kind: "structured";
  /** Shows the controls. The names of problems begin with that of the field, such as `outcomes.0.share_body.ja`. */
  render: (controls: StructuredControls) => ReactNode;
  /** Describes a value in words, for what somebody else has stored. */
  describe: (value: string) => string;
}

export interface StructuredControls {
  value: string;
  onChange: (value: string) => void;
  /** The language whose texts are edited. */
  locale: Locale;
  findProblem: (name: string) => string | undefined;
}

export type ContentField =
  | TranslatedField
  | PlainField
  | LinesField
  | ChoiceField
  | PictureField
  | StructuredField;

export const isTranslated = (field: ContentField): field is TranslatedField =>
  field.kind === "texts" || field.kind === "long_texts";

/** The name of a translated field's value; the server names its problems in the same way. */
export const nameValue = (field: string, locale: Locale) => `${field}.${locale}`;

/** Lists the names of a field's values. */
export const listValueNames = (field: ContentField): string[] =>
  isTranslated(field) ? locales.map((locale) => nameValue(field.name, locale)) : [field.name];

/** Spreads texts by language into values. */
export const spreadTexts = (field: string, texts: TranslatedText): ContentValues =>
  Object.fromEntries(locales.map((locale) => [nameValue(field, locale), texts[locale]]));

/** The reverse of `spreadTexts`. */
export const collectTexts = (field: string, values: ContentValues): TranslatedText =>
  mapLocales((locale) => values[nameValue(field, locale)] ?? "");

/** The position of a new content: behind those that came with the site. */
export const lastPosition = "100";

/** The number that was typed, also in full-width digits; the server refuses what isn't one. */
export function readNumber(text = ""): number {
  const typed = text.normalize("NFKC").trim();
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
}

/** The query of a content's form, which `read` reads; of one that is not stored yet it has the first values. */
export const contentQuery = (
  { name }: { name: string },
  id: string,
  read: (client: QueryClient) => Promise<StoredContent>,
  firstValues: ContentValues,
) => ({
  queryKey: [name, id],
  queryFn: ({ client }: { client: QueryClient }) => readOrBegin(() => read(client), firstValues),
});

/** Reads again what these calls reply, after somebody has saved a content. */
export async function refreshCalls(
  client: QueryClient,
  calls: readonly { name: string }[],
): Promise<void> {
  await Promise.all(calls.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
}

async function readOrBegin(
  read: () => Promise<StoredContent>,
  firstValues: ContentValues,
): Promise<StoredContent> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found")
      return { version: newVersion, values: firstValues };
    throw error;
  }
}

/** A random id of 128 bits, as the contract asks for. */
export function createContentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
