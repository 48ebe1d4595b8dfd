import type { Locale } from "@toibako/contract/locales.ts";
import type { Services } from "#platform/services.ts";
import { findPublicUser } from "../profiles/queries.ts";
import type { Card } from "./card.ts";
import type { DrawingPool } from "./pool.ts";
import { findCard } from "./queries.ts";

/** Pictures by what they show; undefined where there is nothing to show. */
export interface Cards {
  /** `viewer_pk` sees their own unanswered questions; null sees all, for work that follows a write. */
  question(uuid_hash: string, viewer_pk: number | null): Promise<Picture | undefined>;
  profile(account: string, locale: Locale): Promise<Buffer | undefined>;
  site(locale: Locale): Promise<Buffer>;
}

export interface Picture {
  png: Buffer;
  is_public: boolean;
}

/** Draws each picture once and keeps it; who asks meanwhile waits for the same drawing. */
export function openCards({ db, storage }: Services, pool: DrawingPool): Cards {
  const underway = new Map<string, Promise<Buffer>>();

  const drawn = (key: string, card: Card): Promise<Buffer> => {
    const same = underway.get(key);
    if (same) return same;
    const draw = async () => {
      const kept = await storage.read(key);
      if (kept) return kept;
      const png = await pool.drawInWorker(card);
      await storage.write(key, png);
      return png;
    };
    const drawing = draw().finally(() => underway.delete(key));
    underway.set(key, drawing);
    return drawing;
  };

  return {
    question: async (uuid_hash, viewer_pk) => {
      const row = await findCard(db, uuid_hash, viewer_pk);
      if (!row) return undefined;
      const { body: text, locale, account, displaying_name, is_answered } = row;
      const card = { kind: "question", text, locale, account, displaying_name } as const;
      return { png: await drawn(`cards/questions/${uuid_hash}.png`, card), is_public: is_answered };
    },
    profile: async (account, locale) => {
      const user = await findPublicUser(db, account, null);
      if (!user) return undefined;
      const { displaying_name, self_introduction: text } = user;
      const card = {
        kind: "profile",
        text,
        displaying_name,
        account: user.account,
        locale,
      } as const;
      return pool.drawInWorker(card);
    },
    site: (locale) => drawn(`cards/site/${locale}.png`, { kind: "site", text: "", locale }),
  };
}
