import type { Condition } from "@toibako/contract/diagnosis.ts";
import type { TranslatedText } from "@toibako/contract/locales.ts";
import type { Outcome } from "@toibako/contract/staff/contents/diagnosis.ts";
import data from "./first-games.json" with { type: "json" };

interface FirstGame {
  /** Never changes, because addresses contain it. */
  uuid: string;
  titles: TranslatedText;
  descriptions: TranslatedText;
  conditions: readonly Condition[];
  outcomes: readonly Outcome[];
}

/** The games of a first install, in their order. */
export const firstGames = data as readonly FirstGame[];
