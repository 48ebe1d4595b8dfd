import type { HeldRule } from "@toibako/contract/filters.ts";
import type { Translate } from "#lib/i18n/texts.tsx";

/**
 * Describes the rule that holds a question. A word of the site's lists may hurt, so it is named only if the
 * text of the question is uncovered.
 */
export function describeReason(
  rule: HeldRule,
  t: Translate,
  { isOpen }: { isOpen: boolean },
): string {
  switch (rule.kind) {
    case "own_ng_word":
      return t("filters.because_own", { word: rule.word });
    case "ng_word":
      if (!isOpen) return t("filters.because_listed");
      return t("filters.because_listed_word", { word: rule.word });
    case "ml":
      return t(`filters.because_${rule.category}`);
    case "calm_mode":
      return t("filters.because_calm_mode");
  }
}

/** Names the filter or setting that holds the question. */
export function describeSource({ kind }: HeldRule, t: Translate): string {
  return t(`filters.held_by_${kind}`);
}
