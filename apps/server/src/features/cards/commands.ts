import type { CardFormat, CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import type { Services } from "#platform/services.ts";
import type { Storage } from "#platform/storage.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { isWithheld } from "../answers/policy.ts";
import type { Card } from "./draw/card.ts";
import { labels } from "./draw/labels.ts";
import { sensitive } from "./draw/stamp.ts";
import type { DrawingPool } from "./pool.ts";
import {
  type CardRow,
  findCard,
  findProfileCard,
  lookOf,
  type ProfileLook,
  profileCardUrl,
} from "./queries.ts";

/** What can be drawn of a question: itself, or with the beginning of its answer. */
export type QuestionCard = CardFormat | "answer";

/** Pictures by what they show; undefined where there is nothing to show. */
export interface Cards {
  /** As the reader may see it; `null` is for work that follows a write and sees what everybody does. */
  question(
    uuid_hash: string,
    reader: SessionUser | undefined | null,
    which?: QuestionCard,
  ): Promise<Picture | undefined>;
  profile(account: string, locale: Locale): Promise<Picture | undefined>;
  /** What a question by this stamp looks like, whoever is asked. */
  stamp(stamp_id: string, locale: Locale): Picture;
  /** What a question looks like in a theme, small. */
  theme(theme: CardTheme, format: CardFormat, locale: Locale): Picture;
  site(locale: Locale): Picture;
}

export interface Picture {
  /** Names the picture by what is on it: another name, theme or text makes another picture. */
  look: string;
  is_public: boolean;
  png(): Promise<Buffer>;
}

interface Kept {
  folder: string;
  /** Of several pictures in a folder; an older look of the same one goes when a new one is drawn. */
  name: string;
  /** Asked after a drawing was kept: what has been deleted meanwhile must not come back by it. */
  is_there?: () => Promise<boolean>;
}

/** Draws each picture once and keeps it; who asks meanwhile waits for the same drawing. */
export function openCards({ db, storage, config }: Services, pool: DrawingPool): Cards {
  const underway = new Map<string, Promise<Buffer>>();
  const host = config.public_url.replace(/^https?:\/\//, "");

  const draw = async (card: Card, { folder, name, is_there }: Kept, file: string) => {
    const kept = await storage.read(`${folder}/${file}`);
    if (kept) return kept;
    const png = await pool.drawInWorker(card);
    await storage.write(`${folder}/${file}`, png);
    const older = (await storage.list(folder)).filter(
      (other) => other.startsWith(`${name}-`) && other !== file,
    );
    for (const other of older) await storage.remove(`${folder}/${other}`);
    if (is_there && !(await is_there())) await storage.remove(`${folder}/${file}`);
    return png;
  };

  const picture = (card: Card, kept: Kept, is_public = true): Picture => {
    const look = lookOf(card);
    const file = `${kept.name}-${look}.png`;
    const key = `${kept.folder}/${file}`;
    const png = () => {
      const same = underway.get(key);
      if (same) return same;
      const drawing = draw(card, kept, file).finally(() => underway.delete(key));
      underway.set(key, drawing);
      return drawing;
    };
    return { look, is_public, png };
  };

  const sample = { kind: "question", text: "" } as const;
  return {
    question: async (uuid_hash, reader, which = "wide") => {
      const row = await findCard(db, uuid_hash, reader === null ? null : (reader?.pk ?? 0));
      if (!row) return undefined;
      const { is_answered, answer_text } = row;
      if (which === "answer" && answer_text === null) return undefined;
      const is_withheld = isWithheldFrom(reader, row);
      const card = cardOf(row, which, `${host}/${row.account}`, is_withheld);
      const is_there = async () => {
        const now = await findCard(db, uuid_hash, null);
        return now !== undefined && (which !== "answer" || now.answer_text === answer_text);
      };
      const name = is_withheld ? `withheld_${which}` : which;
      // A picture that not everybody may see must not be kept on the way.
      const is_public = is_answered && (row.is_ad_default || is_withheld);
      return picture(card, { folder: folderOf(uuid_hash), name, is_there }, is_public);
    },
    profile: async (account, locale) => {
      const user = await findProfileCard(db, account);
      if (!user) return undefined;
      const { displaying_name, self_introduction: text, card_theme: theme } = user;
      const card: Card = { kind: "profile", text, displaying_name, account: user.account, locale };
      const folder = profileFolder(user.account);
      return picture({ ...card, theme }, { folder, name: locale });
    },
    stamp: (stamp_id, locale) =>
      picture(
        { ...sample, locale, stamp_id },
        { folder: "cards/stamps", name: `${stamp_id}-${locale}` },
      ),
    theme: (theme, format, locale) =>
      picture(
        {
          ...{ ...sample, text: labels[locale].sample, locale, theme, format },
          ...{ is_preview: true, link: host },
        },
        { folder: "cards/themes", name: `${theme}-${format}-${locale}` },
      ),
    site: (locale) =>
      picture({ kind: "site", text: "", locale }, { folder: "cards/site", name: locale }),
  };
}

/** Who was asked sees it anyway. */
function isWithheldFrom(reader: SessionUser | undefined | null, row: CardRow): boolean {
  return reader?.pk !== row.receiver_pk && isWithheld(row.is_ad_default, reader ?? undefined);
}

function cardOf(row: CardRow, which: QuestionCard, link: string, is_withheld: boolean): Card {
  const { body: text, locale, account, displaying_name, card_theme: theme } = row;
  const asked = is_withheld
    ? { text: "", stamp_id: sensitive }
    : {
        text,
        ...(row.stamp_id !== null && { stamp_id: row.stamp_id }),
        ...(row.options !== null && { options: row.options }),
      };
  return {
    ...{ kind: "question", ...asked, locale, account, displaying_name, theme },
    ...(which === "tall" && { format: "tall", link }),
    ...(which === "answer" && { kind: "answer", answer_text: row.answer_text ?? "" }),
    ...(which === "answer" && row.chosen_option !== null && { chosen_option: row.chosen_option }),
  };
}

const profileFolder = (account: string) => `cards/profiles/${account.toLowerCase()}`;
const folderOf = (uuid_hash: string) => `cards/questions/${uuid_hash}`;

/** Removes what was drawn of a question; what is shown again later is drawn again. */
export async function forgetCards(storage: Storage, uuid_hash: string): Promise<void> {
  await storage.removeAll(folderOf(uuid_hash));
}

const revise = statement<ProfileLook>(`
  update users set share_image_revision = share_image_revision + 1 where pk = $1
  returning account, displaying_name, self_introduction, card_theme, share_image_revision`);

/** Draws the share image of a profile anew and answers its address, which is a new one. */
export async function redrawProfile(
  { db, storage }: Services,
  cards: Cards,
  user_pk: number,
  locale: Locale,
): Promise<string> {
  const [look] = await revise(db, user_pk);
  if (!look) throw new Failure("sign_in_needed");
  await storage.removeAll(profileFolder(look.account));
  const picture = await cards.profile(look.account, locale);
  await picture?.png();
  return profileCardUrl(locale, look);
}
