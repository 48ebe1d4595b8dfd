import { optionLimits, type QuestionType } from "@toibako/contract/items.ts";
import type { Stamp } from "@toibako/contract/stamps.ts";
import { checkPost, type TextProblem } from "@toibako/contract/text.ts";
import { useState } from "react";
import { useDraft } from "#lib/draft.ts";

/** A question in progress. Each way of asking keeps what was put into it while another is shown. */
export interface QuestionDraft {
  type: QuestionType;
  set_type: (type: QuestionType) => void;
  text: string;
  set_text: (text: string) => void;
  stamp: Stamp | undefined;
  set_stamp: (stamp: Stamp) => void;
  /** Undefined until somebody picks one: then it is the first. */
  stamp_group_id: string | undefined;
  set_stamp_group_id: (id: string) => void;
  options: string[];
  set_options: (options: string[]) => void;
  clear: () => void;
}

/** Where a tab keeps the question in progress to an account. */
function draftKey(account: string): string {
  return `question:${account.toLowerCase()}`;
}

const noOptions = "\n".repeat(optionLimits.fewest - 1);

/** What is typed outlives a reload; an option has no line breaks, so a line is an option. */
export function useQuestionDraft(account: string): QuestionDraft {
  const [text, set_text] = useDraft(draftKey(account));
  const [lines, set_lines] = useDraft(`${draftKey(account)}:options`);
  const [type, set_type] = useState<QuestionType>("text");
  const [stamp, set_stamp] = useState<Stamp>();
  const [stamp_group_id, set_stamp_group_id] = useState<string>();
  return {
    type,
    set_type,
    text,
    set_text,
    stamp,
    set_stamp,
    stamp_group_id,
    set_stamp_group_id,
    options: (lines || noOptions).split("\n"),
    set_options(options) {
      const joined = options.join("\n");
      set_lines(joined === noOptions ? "" : joined);
    },
    clear() {
      set_text("");
      set_lines("");
      set_stamp(undefined);
      set_type("text");
    },
  };
}

/** Whether closing would throw something typed away. */
export function isBegun({ text, options }: QuestionDraft): boolean {
  return [text, ...options].some((typed) => typed.trim() !== "");
}

/** What keeps an option from being sent. */
export function optionProblem(option: string): TextProblem | undefined {
  return checkPost(option, optionLimits.characters);
}

/** Whether it may be sent the way it is shown. */
export function isReady({ type, text, stamp, options }: QuestionDraft): boolean {
  if (type === "stamp") return stamp !== undefined;
  if (checkPost(text)) return false;
  return type === "text" || options.every((option) => !optionProblem(option));
}
