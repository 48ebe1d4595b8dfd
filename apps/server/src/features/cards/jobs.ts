import type { Job } from "#platform/jobs.ts";
import type { Cards } from "./commands.ts";

/** Draws a question's card as soon as it is answered, so that whoever shares it finds it there. */
export function drawCard(cards: Cards): Job {
  return {
    name: "draw_card",
    run: async ({ uuid_hash }) => void (await cards.question(String(uuid_hash), null)),
  };
}
