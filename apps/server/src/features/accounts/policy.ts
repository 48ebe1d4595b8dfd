import { handlePattern } from "@toibako/contract/handles.ts";
import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import {
  cutText,
  isBlank,
  readTypedText,
  type TextReading,
  textLimits,
} from "@toibako/contract/text.ts";
import { Failure, type FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";

/** Returns a typed display name, or why it is refused; an empty name becomes the handle. */
export function readName(typed: string, account: string): TextReading {
  const name = readTypedText(joinLines(typed), textLimits.displaying_name, { isOptional: true });
  return name.text !== undefined && isBlank(name.text) ? { text: account } : name;
}

/** A name from a provider, cut to the limit; null if nothing visible is left. */
export function readProviderName(name: string): string | null {
  const text = cutText(joinLines(name), textLimits.displaying_name);
  return isBlank(text) ? null : text;
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Checks a handle; returns why no account may have it, or an empty array. */
export function checkHandle(account: string): FieldProblem[] {
  if (!new RegExp(handlePattern, "u").test(account)) {
    return [{ field: "account", text_key: "invalid_account" }];
  }
  return isReservedHandle(account) ? [{ field: "account", text_key: "reserved_account" }] : [];
}

/** Returns the display name of a new account. Refuses reserved handles and invalid names. */
export function checkRegistration(account: string, typedName: string): string {
  const fields = checkHandle(account);
  const { text = "", problem } = readName(typedName, account);
  if (problem)
    fields.push(createTextProblem("displaying_name", problem, textLimits.displaying_name));
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
  return text;
}

/** How much of a provider's nickname is read to propose handles, in UTF-16 code units. */
const nicknameCodeUnits = 200;
const maxHandleLength = 20;

/**
 * Handles to try for a new user from a provider, the preferred one first. The first is the letters and digits of
 * the nickname; the others add one of `endings`, which have 4 letters or digits each. If the nickname has fewer than
 * 3 letters and digits, all handles are "box" with an ending. Reserved handles are left out.
 */
export function proposeHandles(nickname: string, endings: readonly string[]): string[] {
  const beginning = nickname.slice(0, nicknameCodeUnits);
  const letters = normalizeUnicode(beginning, "NFKD").replace(/\p{Mark}/gu, "");
  const words = letters.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|_+$/g, "");
  const stem = words.length < 3 ? "box" : words;
  const handles = endings.map(
    (ending) => `${stem.slice(0, maxHandleLength - ending.length - 1)}_${ending}`,
  );
  if (stem === words) handles.unshift(words.slice(0, maxHandleLength));
  return handles.filter((handle) => !isReservedHandle(handle));
}

/**
 * How many attempts in 15 minutes need neither a proof of work nor a delay on a browser on which the
 * account has signed in before.
 */
export const knownBrowserAttempts = 10;

/** How many attempts raise the level of the proof of work by one. */
const attemptsPerLevel = { account: 5, network: 30 };
const maxProofLevel = 3;

/**
 * The level of the proof of work that an attempt to sign in needs after `byAccount` attempts for the
 * account and `byNetwork` attempts from the network, each in 15 minutes; undefined where none is needed.
 * The highest level takes a phone some seconds: it slows guessing down, and the owner can still sign in.
 */
export function chooseProofLevel(byAccount: number, byNetwork: number): number | undefined {
  const steps = Math.max(
    byAccount / attemptsPerLevel.account,
    byNetwork / attemptsPerLevel.network,
  );
  return steps < 1 ? undefined : Math.min(maxProofLevel, Math.floor(steps) - 1);
}

const undelayedAttempts = 19;
const delayStepMilliseconds = 250;
const maxDelayMilliseconds = 3_000;

/** How many milliseconds an attempt waits after this many attempts for the same account. */
export function chooseDelay(byAccount: number): number {
  const delayed = Math.max(0, byAccount - undelayedAttempts);
  return Math.min(maxDelayMilliseconds, delayed * delayStepMilliseconds);
}
