import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { getTexts } from "#lib/i18n/texts.tsx";

test.each(locales)(
  "SHARE-04 in the locale %s, the texts beside shared answers, profiles and achievements name the product",
  async (locale) => {
    await loadCatalog(locale);
    const { t } = getTexts(locale);
    expect(t("shares.item_text", { question: "?", name: "Yui" })).toContain("Toibako");
    expect(t("shares.own_answer_text", { question: "?", answer: "!" })).toContain("Toibako");
    expect(t("shares.own_sensitive_text")).toContain("Toibako");
    expect(t("shares.own_text")).toContain("Toibako");
    expect(t("shares.sensitive_text", { name: "Yui" })).toContain("Toibako");
    expect(t("modals.request_text")).toContain("Toibako");
    expect(t("modals.achievement_share", { achievement: "!" })).toContain("Toibako");
  },
);
