import type { Translate } from "#lib/i18n/texts.tsx";

/** Says how many characters a text may still get, or how many it has too many. */
export const describeCharactersLeft = (t: Translate, left: number): string =>
  left < 0
    ? t("common.too_many_characters", { n: -left })
    : t("common.characters_left", { n: left });
