import type { HeldRule } from "@toibako/contract/filters.ts";
import type { Translate } from "#lib/i18n.tsx";

/**
 * Which rule holds a question, in a sentence. A word of the site's lists is left out until somebody
 * wants to read: it may be what hurts.
 */
export function reasonOf(rule: HeldRule, t: Translate, is_open: boolean): string {
  switch (rule.kind) {
    case "own_ng_word":
      return t("filters.because_own", { word: rule.word });
    case "ng_word":
      if (!is_open) return t("filters.because_listed");
      return t("filters.because_listed_word", { word: rule.word });
    case "ml":
      return t(`filters.because_${rule.category}`);
  }
}

/** Whose rule it is. */
export function sourceOf({ kind }: HeldRule, t: Translate): string {
  return t(`filters.held_by_${kind}`);
}
