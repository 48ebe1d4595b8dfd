import type { TranslatedText } from "@toibako/contract/locales.ts";
import data from "./first-groups.json" with { type: "json" };

interface FirstStamp {
  id: string;
  /** The question in each language. */
  texts: TranslatedText;
}

interface FirstGroup {
  id: string;
  names: TranslatedText;
  stamps: readonly FirstStamp[];
}

/** The stamps of a first install, by group. Ids never change, because questions refer to them. */
export const firstGroups: readonly FirstGroup[] = data;
