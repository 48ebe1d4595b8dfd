import { Locale } from "@toibako/contract/shapes.ts";
import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Draws the two wide cards of an answered question, without and with its answer, before somebody shares it.
 */
export const drawCardsJob = defineJob("draw_card", { uuid_hash: Type.String() });

/** Draws the card of a profile whose look has changed, in the language of its account. */
export const drawProfileJob = defineJob("draw_profile", {
  account: Type.String(),
  locale: Locale,
});

/** Deletes the cards of a profile whose account has another handle now or is destroyed. */
export const deleteProfileCardsJob = defineJob("delete_profile_cards", { account: Type.String() });

/** Deletes the cards of a question when the question or its answer is deleted. */
export const deleteCardsJob = defineJob(
  "delete_cards",
  { uuid_hash: Type.String() },
  { formerName: "forget_cards" },
);
