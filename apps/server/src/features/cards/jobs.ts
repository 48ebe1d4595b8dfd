import type { Locale } from "@toibako/contract/locales.ts";
import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import { type Cards, forgetCards } from "./commands.ts";

/** Drawing ahead of whoever asks for a picture, and removing what is no longer to be seen. */
export function cardJobs({ storage }: Services, cards: Cards): Job[] {
  return [
    {
      // Enqueued with an answer: whoever shares it finds its pictures there.
      name: "draw_card",
      run: async ({ uuid_hash }) => {
        for (const which of ["wide", "answer"] as const) {
          await (await cards.question(String(uuid_hash), null, which))?.png();
        }
      },
    },
    {
      // Enqueued when somebody changes how it looks, with their language.
      name: "draw_profile",
      run: async ({ account, locale }) => {
        await (await cards.profile(String(account), locale as Locale))?.png();
      },
    },
    {
      // Enqueued with what takes an answer or a question away.
      name: "forget_cards",
      run: ({ uuid_hash }) => forgetCards(storage, String(uuid_hash)),
    },
  ];
}
