import { createHash } from "node:crypto";
import type { GenderType } from "@toibako/contract/accounts.ts";
import type { CommunityAttribute, UserAttribute } from "@toibako/contract/diagnosis/conditions.ts";
import type { Condition } from "@toibako/contract/diagnosis.ts";
import { isolateDirection } from "@toibako/contract/direction.ts";
import type { Locale, TranslatedText } from "@toibako/contract/locales.ts";

export interface PlayerCommunity {
  id: string;
  category_id: string;
  names: TranslatedText;
}

/** Everything about somebody that conditions can look at. */
export interface Player {
  id: string;
  displaying_name: string;
  locale: Locale;
  gender_type: GenderType;
  /** Null if the account has no birthday. */
  age: number | null;
  answers_count: number;
  likes_count: number;
  /** Those that the player has joined, the first joined first. */
  communities: readonly PlayerCommunity[];
}

/** A number, or texts of which any one counts; undefined if the player has no such value. */
type Value = number | readonly string[] | undefined;

/** A number from 0 to 2⁴⁸ − 1 that is always the same for a public id, and evenly distributed. */
export function deriveNumber(public_id: string): number {
  return createHash("sha256").update(public_id).digest().readUIntBE(0, 6);
}

const userValues: Record<UserAttribute, (player: Player) => Value> = {
  id: ({ id }) => deriveNumber(id),
  age: ({ age }) => age ?? undefined,
  gender_type: ({ gender_type }) => [gender_type],
  locale: ({ locale }) => [locale],
  answers_count: ({ answers_count }) => answers_count,
  likes_count: ({ likes_count }) => likes_count,
};

const communityValues: Record<CommunityAttribute, (community: PlayerCommunity) => Value> = {
  id: ({ id }) => deriveNumber(id),
  category_id: ({ category_id }) => [category_id],
  name: ({ names }) => Object.values(names),
};

function findValue(
  { reference_class, attr }: Pick<Condition, "reference_class" | "attr">,
  player: Player,
  community: PlayerCommunity | undefined,
): Value {
  if (reference_class === "User")
    return attr in userValues ? userValues[attr as UserAttribute](player) : undefined;
  if (!community || !(attr in communityValues)) return undefined;
  return communityValues[attr as CommunityAttribute](community);
}

/** Splits the value of `in`. */
export const splitValues = (value: string): string[] =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const modPattern = /^(\d{1,4}):(\d{1,4})$/;

/** Reads the value of `mod`; undefined if it is none. */
export function readMod(value: string): { modulus: number; remainder: number } | undefined {
  const [, modulus, remainder] = modPattern.exec(value) ?? [];
  if (modulus === undefined || Number(modulus) === 0) return undefined;
  return { modulus: Number(modulus), remainder: Number(remainder) };
}

function doesNumberFit(number: number, { query_operand, value }: Condition): boolean {
  switch (query_operand) {
    case "eq":
      return number === Number(value);
    case "not_eq":
      return number !== Number(value);
    case "gt":
      return number > Number(value);
    case "gteq":
      return number >= Number(value);
    case "lt":
      return number < Number(value);
    case "lteq":
      return number <= Number(value);
    case "in":
      return splitValues(value).some((part) => number === Number(part));
    case "mod": {
      const mod = readMod(value);
      return mod !== undefined && number % mod.modulus === mod.remainder;
    }
  }
}

function doTextsFit(texts: readonly string[], { query_operand, value }: Condition): boolean {
  if (query_operand === "eq") return texts.includes(value);
  if (query_operand === "not_eq") return !texts.includes(value);
  if (query_operand === "in") return splitValues(value).some((part) => texts.includes(part));
  return false;
}

/** A player without the value, such as an age or a community, fits no condition about it, not even `not_eq`. */
function doesFit(condition: Condition, value: Value): boolean {
  if (value === undefined) return false;
  return typeof value === "number" ? doesNumberFit(value, condition) : doTextsFit(value, condition);
}

/** The community with which conditions hold; undefined for a player who has joined none. */
interface Fit {
  community: PlayerCommunity | undefined;
}

/**
 * Finds out whether conditions hold, from left to right without precedence. All conditions about a community are about
 * the same one: the first joined with which all conditions hold. Without conditions, that is the first joined.
 */
export function findFit(conditions: readonly Condition[], player: Player): Fit | undefined {
  const candidates = player.communities.length > 0 ? player.communities : [undefined];
  for (const community of candidates) {
    const holds = conditions.reduce((holdsSoFar, condition, index) => {
      const fits = doesFit(condition, findValue(condition, player, community));
      if (index === 0) return fits;
      return condition.operand === "or" ? holdsSoFar || fits : holdsSoFar && fits;
    }, true);
    if (holds) return { community };
  }
  return undefined;
}

/** What stands for the community in the text of a player who has joined none. */
const siteName = "Toibako";

/** Replaces the placeholders once, so that a name that looks like a placeholder stays as it is. */
function fillText(
  text: string,
  { displaying_name }: Pick<Player, "displaying_name">,
  { community }: Fit,
  locale: Locale,
): string {
  const names = { name: displaying_name, community: community?.names[locale] ?? siteName };
  return text.replace(/\{(name|community)\}/g, (_, key: "name" | "community") =>
    isolateDirection(names[key]),
  );
}

/** The parts of a game that decide about its outcome. */
interface GameRules {
  conditions: readonly Condition[];
  outcomes: readonly { conditions: readonly Condition[]; share_body: TranslatedText }[];
}

export const canPlay = ({ conditions }: Pick<GameRules, "conditions">, player: Player): boolean =>
  findFit(conditions, player) !== undefined;

/**
 * Returns the text of the first outcome whose conditions hold, with the player's names. Undefined if the player may not
 * play, or if no outcome fits, which a saved game excludes.
 */
export function chooseText(game: GameRules, player: Player, locale: Locale): string | undefined {
  if (!canPlay(game, player)) return undefined;
  for (const { conditions, share_body } of game.outcomes) {
    const fit = findFit(conditions, player);
    if (fit) return fillText(share_body[locale], player, fit, locale);
  }
  return undefined;
}
