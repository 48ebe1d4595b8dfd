import { optionLimits, type QuestionType } from "@toibako/contract/items.ts";
import type { Stamp } from "@toibako/contract/stamps.ts";
import { checkText, type TextProblem, textLimits } from "@toibako/contract/text.ts";
import { useState } from "react";
import { useDraft } from "#lib/forms/draft.ts";

/** A question in progress. The input of each type is kept while another type is shown. */
export interface QuestionDraft {
  type: QuestionType;
  setType: (type: QuestionType) => void;
  text: string;
  setText: (text: string) => void;
  stamp: Stamp | undefined;
  setStamp: (stamp: Stamp) => void;
  /** Undefined until a group is chosen; until then the first one is shown. */
  stamp_group_id: string | undefined;
  setStampGroupId: (id: string) => void;
  options: string[];
  setOptions: (options: string[]) => void;
  clear: () => void;
}

/** The storage key of the draft of a question to an account. */
function getDraftKey(account: string): string {
  return `question:${account.toLowerCase()}`;
}

/** The stored form of the fewest options, all empty. */
const noOptions = "\n".repeat(optionLimits.fewest - 1);

/**
 * The draft of a question to an account. Its text and its options survive a reload. The options, which have no line
 * breaks, are stored one per line.
 */
export function useQuestionDraft(account: string): QuestionDraft {
  const [text, setText] = useDraft(getDraftKey(account));
  const [lines, setLines] = useDraft(`${getDraftKey(account)}:options`);
  const [type, setType] = useState<QuestionType>("text");
  const [stamp, setStamp] = useState<Stamp>();
  const [stamp_group_id, setStampGroupId] = useState<string>();
  return {
    type,
    setType,
    text,
    setText,
    stamp,
    setStamp,
    stamp_group_id,
    setStampGroupId,
    options: (lines || noOptions).split("\n"),
    setOptions(options) {
      const joined = options.join("\n");
      setLines(joined === noOptions ? "" : joined);
    },
    clear() {
      setText("");
      setLines("");
      setStamp(undefined);
      setType("text");
    },
  };
}

/** Whether the draft contains typed text, which closing the form would discard. */
export function hasTypedText({ text, options }: QuestionDraft): boolean {
  return [text, ...options].some((typed) => typed.trim() !== "");
}

/** The problem of an option, if it has one. */
export function findOptionProblem(option: string): TextProblem | undefined {
  return checkText(option, optionLimits.characters);
}

/** Whether the question can be sent. */
export function isReady({ type, text, stamp, options }: QuestionDraft): boolean {
  if (type === "stamp") return stamp !== undefined;
  if (checkText(text, textLimits.question)) return false;
  return type === "text" || options.every((option) => !findOptionProblem(option));
}
