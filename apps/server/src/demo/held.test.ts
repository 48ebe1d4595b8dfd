import type { Locale } from "@toibako/contract/locales.ts";
import { checkText, textLimits } from "@toibako/contract/text.ts";
import { expect, test } from "vitest";
import { classifyWithModel, loadModel } from "../features/filters/classifier.ts";
import { buildOwnWordMatcher, findHoldingRule } from "../features/filters/filter.ts";
import { loadWordLists } from "../features/filters/words.ts";
import held from "./held.json" with { type: "json" };
import people from "./people.json" with { type: "json" };

const model = loadModel();
const sources = {
  readWordLists: async () => loadWordLists(),
  classifyText: async (text: string) => classifyWithModel(text, model),
};

test.each(held)(
  "BOX-18 $body is held by the rule named in the sample",
  async ({ account, body, held_by }) => {
    const locale = people.find((person) => person.account === account)?.locale as Locale;
    const ownWords = held_by.kind === "own_ng_word" && held_by.word ? [held_by.word] : [];
    const settings = { ml_filter: "medium", use_ngword_filter: true } as const;
    const rule = await findHoldingRule(
      body,
      { ...settings, locale, ownWordMatcher: buildOwnWordMatcher(ownWords) },
      sources,
    );
    expect(rule).toEqual(held_by);
    expect(checkText(body, textLimits.question)).toBeUndefined();
  },
);
