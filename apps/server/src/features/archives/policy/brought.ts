import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/schema";
import { archiveFormat } from "./records.ts";

/** The kinds of records from which an import reads answers, in the order in which it reads them. */
export const importedKinds = ["answers", "brought"] as const;
export type ImportedKind = (typeof importedKinds)[number];

const Counted = Type.Object({ records: Type.Integer({ minimum: 0, maximum: 10_000_000 }) });
const formatValidator = Compile(
  Type.Object({
    format: Type.Literal(archiveFormat.format),
    version: Type.Integer({ minimum: 1 }),
  }),
);
const countsValidator = Compile(
  Type.Object({
    counts: Type.Object({ answers: Counted, brought: Type.Optional(Counted) } satisfies {
      [K in ImportedKind]: TSchema;
    }),
  }),
);

/** What `data/archive.json` says: how many answers the archive has, or why it can't be imported. */
export function readDescription(description: unknown): number | "foreign" | "version" {
  if (!formatValidator.Check(description)) return "foreign";
  if (description.version > archiveFormat.version) return "version";
  if (!countsValidator.Check(description)) return "foreign";
  const { answers, brought } = description.counts;
  return answers.records + (brought?.records ?? 0);
}

const profileValidator = Compile(
  Type.Object({ profile: Type.Object({ self_introduction: Type.String({ maxLength: 20_000 }) }) }),
);
const wordsValidator = Compile(
  Type.Object({ own_words: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 1_000 }) }),
);

/** What an import reads of `data/account.json`; a part without the expected form is ignored. */
export function readAccount(account: unknown): { introduction: string; words: string[] } {
  return {
    introduction: profileValidator.Check(account) ? account.profile.self_introduction : "",
    words: wordsValidator.Check(account) ? account.own_words : [],
  };
}
