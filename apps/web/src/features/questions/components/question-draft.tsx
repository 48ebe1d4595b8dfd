import { optionLimits, type QuestionType } from "@toibako/contract/items.ts";
import { type Paper, papers } from "@toibako/contract/papers.ts";
import type { Stamp } from "@toibako/contract/stamps.ts";
import { checkText, readTypedText, type TextProblem, textLimits } from "@toibako/contract/text.ts";
import { useCallback, useState } from "react";
import { useDraft } from "#lib/forms/draft.ts";

/**
 * A question that is being written. It has the input of all types, so that changing the type loses nothing.
 */
export interface QuestionDraft {
  /** The key of `useDraft`. */
  key: string;
  type: QuestionType;
  setType: (type: QuestionType) => void;
  text: string;
  setText: (text: string) => void;
  stamp: Stamp | undefined;
  setStamp: (stamp: Stamp) => void;
  /** Undefined until the sender chooses a group; until then, the picker shows the first group. */
  stamp_group_id: string | undefined;
  setStampGroupId: (id: string) => void;
  options: string[];
  setOptions: (options: string[]) => void;
  /** The chosen paper, else the drawn one; undefined before one is drawn. It doesn't survive a reload. */
  paper: Paper | undefined;
  setPaper: (paper: Paper) => void;
  /** Draws a paper by lot when the form opens, so that a chosen paper looks like a drawn one. */
  drawPaper: () => void;
  clear: () => void;
}

function getDraftKey(account: string): string {
  return `question:${account.toLowerCase()}`;
}

/** The stored form of the initial options: as few as allowed, and all empty. */
const initialLines = "\n".repeat(optionLimits.fewest - 1);

/**
 * The draft of a question to an account. Its text and its options survive a reload. The options are stored
 * as the lines of one text, because an option has no line breaks.
 */
export function useQuestionDraft(account: string): QuestionDraft {
  const key = getDraftKey(account);
  const [text, setText, discard] = useDraft(key);
  const [lines, setLines] = useDraft(`${key}:options`);
  const [paper, setPaper] = useState<Paper>();
  const drawPaper = useCallback(() => setPaper((current) => current ?? choosePaper()), []);
  const [type, setType] = useState<QuestionType>("text");
  const [stamp, setStamp] = useState<Stamp>();
  const [stamp_group_id, setStampGroupId] = useState<string>();
  return {
    key,
    type,
    setType,
    text,
    setText,
    stamp,
    setStamp,
    stamp_group_id,
    setStampGroupId,
    options: (lines || initialLines).split("\n"),
    setOptions(options) {
      const newLines = options.join("\n");
      setLines(newLines === initialLines ? "" : newLines);
    },
    paper,
    setPaper,
    drawPaper,
    clear() {
      discard();
      setLines("");
      setPaper(undefined);
      setStamp(undefined);
      setType("text");
    },
  };
}

function choosePaper(): Paper {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return papers[number % papers.length] as Paper;
}

/** Whether the sender has typed anything, so that closing the form must ask before it discards the draft. */
export function hasTypedText({ text, options }: QuestionDraft): boolean {
  return [text, ...options].some((typed) => typed.trim() !== "");
}

export type OptionProblem = TextProblem | "repeated";

/** Returns why one of the options can't be sent, or undefined if it can. */
export function findOptionProblem(
  options: readonly string[],
  index: number,
): OptionProblem | undefined {
  const read = (option = "") => readTypedText(option, optionLimits.characters);
  const { text, problem } = read(options[index]);
  if (problem) return problem;
  const isRepeated = options.slice(0, index).some((other) => read(other).text === text);
  return isRepeated ? "repeated" : undefined;
}

export function canBeSent({ type, text, stamp, options }: QuestionDraft): boolean {
  if (type === "stamp") return stamp !== undefined;
  if (checkText(text, textLimits.question)) return false;
  return type === "text" || options.every((_, index) => !findOptionProblem(options, index));
}
