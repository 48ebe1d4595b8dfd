import { minPasswordLength } from "@toibako/contract/accounts.ts";
import { isHandle } from "@toibako/contract/handles.ts";
import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import {
  cutText,
  isBlank,
  readTypedText,
  replaceLineBreaks,
  type TextReading,
  textLimits,
} from "@toibako/contract/text.ts";
import type { FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";

/** Normalises a display name that a person has entered, or returns why it is refused; an empty name becomes the handle. */
export function readName(typed: string, account: string): TextReading {
  const name = readTypedText(replaceLineBreaks(typed), textLimits.displaying_name, {
    isOptional: true,
  });
  return name.text === "" ? { text: account } : name;
}

/** Returns a provider's name as a display name, cut to the limit; null if no visible character is left. */
export function readProviderName(name: string): string | null {
  const text = cutText(replaceLineBreaks(name), textLimits.displaying_name);
  return isBlank(text) ? null : text;
}

/** Returns why a handle is invalid or reserved; an empty array if it is neither. */
export function checkHandle(account: string): FieldProblem[] {
  if (!isHandle(account)) {
    return [{ field: "account", text_key: "invalid_account" }];
  }
  return isReservedHandle(account) ? [{ field: "account", text_key: "reserved_account" }] : [];
}

/** Returns the display name of a new account, and what is wrong with its handle, name and password by themselves. */
export function checkRegistration(account: string, typedName: string, password: string) {
  const fields = checkHandle(account);
  const { text: displaying_name = "", problem } = readName(typedName, account);
  if (problem)
    fields.push(createTextProblem("displaying_name", problem, textLimits.displaying_name));
  if (countCharacters(password) < minPasswordLength)
    fields.push({ field: "password", text_key: "invalid_password" });
  return { displaying_name, fields };
}

/** The length of a text as schemas count it. */
const countCharacters = (text: string) => Array.from(text).length;

/** How much of a provider's nickname is read to propose handles, in UTF-16 code units. */
const nicknameCodeUnits = 200;
const minHandleLength = 3;
const maxHandleLength = 20;

/**
 * Returns handles for a new account from a provider, the preferred one first: the letters and digits of the nickname,
 * then the same with each of `endings`. A nickname with fewer than 3 letters and digits is replaced by "box", which
 * always has an ending. Reserved handles are left out.
 */
export function proposeHandles(nickname: string, endings: readonly string[]): string[] {
  const beginning = nickname.slice(0, nicknameCodeUnits);
  const letters = normalizeUnicode(beginning, "NFKD").replace(/\p{Mark}/gu, "");
  const readable = letters.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|_+$/g, "");
  const isLongEnough = readable.length >= minHandleLength;
  const stem = isLongEnough ? readable : "box";
  const handles = endings.map(
    (ending) => `${stem.slice(0, maxHandleLength - "_".length - ending.length)}_${ending}`,
  );
  if (isLongEnough) handles.unshift(stem.slice(0, maxHandleLength));
  return handles.filter((handle) => !isReservedHandle(handle));
}

/**
 * On a known browser, this many sign-in attempts for an account in 15 minutes need no proof of work and are not
 * delayed.
 */
export const knownBrowserAttempts = 10;

/** How many attempts raise the level of the proof of work by one. */
const attemptsPerLevel = { account: 5, network: 30 };
const maxProofLevel = 3;

/**
 * Returns the level of the proof of work that a sign-in attempt needs after `byAccount` attempts for the
 * account and `byNetwork` attempts from the network in 15 minutes; undefined if it needs none.
 * A phone solves the highest level in some seconds: it slows guessing down, but the owner can still sign in.
 */
export function chooseProofLevel(byAccount: number, byNetwork: number): number | undefined {
  const stepsReached = Math.max(
    byAccount / attemptsPerLevel.account,
    byNetwork / attemptsPerLevel.network,
  );
  // The first step gives level 0.
  const level = Math.floor(stepsReached) - 1;
  return level < 0 ? undefined : Math.min(maxProofLevel, level);
}

const undelayedAttempts = 19;
const delayStepMilliseconds = 250;
const maxDelayMilliseconds = 3_000;

/** Returns how many milliseconds an attempt is delayed after `byAccount` attempts for the account. */
export function chooseDelay(byAccount: number): number {
  const delaySteps = Math.max(0, byAccount - undelayedAttempts);
  return Math.min(maxDelayMilliseconds, delaySteps * delayStepMilliseconds);
}
