import { Type } from "typebox";
import { Compile } from "typebox/schema";
import { archiveFormat } from "./records.ts";

const KindCount = Type.Object({ records: Type.Integer({ minimum: 0, maximum: 10_000_000 }) });
const formatValidator = Compile(
  Type.Object({
    format: Type.Literal(archiveFormat.format),
    version: Type.Integer({ minimum: 1 }),
  }),
);
const countsValidator = Compile(
  Type.Object({
    counts: Type.Object({ answers: KindCount, brought: Type.Optional(KindCount) }),
  }),
);

/** Reads `data/archive.json`; returns how many answers the archive has, or why it can't be imported. */
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

/** Reads the introduction and the own words from `data/account.json`; ignores either if its form is invalid. */
export function readAccount(account: unknown): { introduction: string; words: string[] } {
  return {
    introduction: profileValidator.Check(account) ? account.profile.self_introduction : "",
    words: wordsValidator.Check(account) ? account.own_words : [],
  };
}
