import { createHash } from "node:crypto";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Services } from "#platform/services.ts";
import { findPublicUser } from "../profiles/queries.ts";
import type { Card } from "./draw/card.ts";
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

  const drawn = (folder: string, card: Card): Promise<Buffer> => {
    const key = `cards/${folder}/${digest(card)}.png`;
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
      return { png: await drawn(`questions/${uuid_hash}`, card), is_public: is_answered };
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
      return drawn(`profiles/${account.toLowerCase()}`, card);
    },
    site: (locale) => drawn("site", { kind: "site", text: "", locale }),
  };
}

// Raised when the drawing itself changes, so that nobody is shown an old picture.
const version = 1;

/** Names a picture by what is on it: another name or handle makes another picture. */
function digest(card: Card): string {
  const content = JSON.stringify([version, card]);
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}
