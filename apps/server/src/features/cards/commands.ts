import { findAvatar, findDefaultAvatar, getIconUrl } from "@toibako/contract/avatars.ts";
import type { CardFormat, CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { findPictureId } from "@toibako/contract/pictures.ts";
import type { QuestionAddress } from "@toibako/contract/questions.ts";
import { isUnavailable } from "#platform/database/db-errors.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { reportOncePerMinute } from "#platform/observability/log.ts";
import type { Services } from "#platform/services.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { isWithheld } from "../answers/policy.ts";
import { findCommunityCardOwner } from "../communities/queries/associated.ts";
import { findResultCard } from "../diagnosis/queries.ts";
import { readPicture } from "../pictures/queries.ts";
import { findRoom, toRoom } from "../rooms/queries/rooms.ts";
import { formatStampUrl, type Stamp } from "../stamps/queries.ts";
import { type Card, sensitiveStampId } from "./draw/card.ts";
import { labels } from "./draw/labels.ts";
import type { DrawingPool } from "./pool.ts";
import {
  type CardRow,
  findCard,
  findProfileCard,
  formatProfileCardUrl,
  hashLook,
  type ProfileLook,
} from "./queries.ts";

/**
 * The pictures of a question. `wide`: only the question. `answer`: also the beginning of its answer. `tall`: in the
 * format of a phone's screen, with the answer if there is one.
 */
export type QuestionCardVariant = CardFormat | "answer";

/** Who sees a picture. A job draws the public picture before anybody requests it. */
export type CardViewer = SessionUser | "visitor" | "job";

/**
 * Finds or creates pictures. The `find` methods return undefined if there is no picture or the viewer may not see
 * it.
 */
export interface Cards {
  /**
   * Finds the picture that the viewer may see. The card of a question to a community contains an answer only if the
   * address names the answer. A held one is found only with `isSender`.
   */
  findQuestionPicture(
    address: QuestionAddress,
    viewer: CardViewer,
    options?: QuestionPictureOptions,
  ): Promise<Picture | undefined>;
  /** With `theme`, the picture is in this theme instead of that of the account. */
  findProfilePicture(
    account: string,
    locale: Locale,
    theme?: CardTheme,
  ): Promise<Picture | undefined>;
  /** Creates a sample question with this stamp. */
  createStampPicture(stamp: Stamp, locale: Locale): Picture;
  /** Creates a small sample question in this theme. */
  createThemePreview(theme: CardTheme, format: CardFormat, locale: Locale): Picture;
  createSitePicture(locale: Locale): Picture;
  /** Finds the picture of what somebody got from a diagnosis game. */
  findResultPicture(id: string): Promise<Picture | undefined>;
  /** Finds the invitation to a room, as a visitor sees it. */
  findRoomPicture(
    uuid: string,
    locale: Locale,
    look: { format: CardFormat; theme: CardTheme | undefined },
  ): Promise<Picture>;
}

export interface QuestionPictureOptions {
  variant?: QuestionCardVariant;
  isSender?: boolean;
  /** Replaces the theme of the owner, for somebody who shares the picture. */
  theme?: CardTheme | undefined;
}

export interface Picture {
  /** A hash of the picture's content: the names, the theme, the texts and so on. */
  look: string;
  isPublic: boolean;
  /** Whether `getPng` would draw the picture only for this request, because it is neither in memory nor ever stored. */
  isDrawnForRequest(): boolean;
  getPng(): Promise<Buffer>;
}

interface StoredFile {
  folder: string;
  /** Distinguishes the pictures in a folder. Storing a picture removes the files of this name with an older look. */
  name: string;
  /**
   * Set if the picture is kept in memory only and not written to a file: always, or while its question is recent. A file
   * has the time of its creation, which can't be changed, so that the file of a question that was asked in this hour would
   * tell when, unless an answer tells more.
   */
  keptInMemory?: "always" | "while_recent";
  /** Finds the picture's current look; undefined if the question or account no longer exists. */
  findCurrentLook?: () => Promise<string | undefined>;
}

/** Maximum number of drawings in memory. */
const maxDrawings = 100;

/** Draws each picture once and stores it; simultaneous requests share one drawing. */
export function createCards({ db, storage, config, log }: Services, pool: DrawingPool): Cards {
  const drawings = new Map<string, Promise<Buffer>>();
  const reportUnstored = reportOncePerMinute((error) =>
    log.error({ err: error }, "pictures can't be stored and are drawn each time"),
  );
  const host = config.public_url.replace(/^https?:\/\//, "");

  const drawAndStore = async (card: Card, file: StoredFile, look: string) => {
    const key = `${file.folder}/${toFileName(file, look)}`;
    const stored = await storage.read(key);
    if (stored) return stored;
    const png = await pool.drawInWorker(await addPictures(storage, card));
    if (file.keptInMemory) return png;
    try {
      await storage.write(key, png);
    } catch (error) {
      // If the disk is full or the store is down, the picture is served without being stored.
      if (!isUnavailable(error)) throw error;
      reportUnstored(error as Error);
      return png;
    }
    await removeOutdated(storage, file, look);
    return png;
  };

  const createPicture = (card: Card, file: StoredFile, isPublic = true): Picture => {
    const look = hashLook(card);
    const isKept = file.keptInMemory !== undefined;
    // A picture that is requested again after its hour has another key, so that it is stored then.
    const key = `${file.folder}/${toFileName(file, look)} ${isKept}`;
    const getPng = () => {
      const currentDrawing = drawings.get(key);
      if (currentDrawing) return currentDrawing;
      const drawing = drawAndStore(card, file, look);
      drawings.set(key, drawing);
      const forget = () => drawings.delete(key);
      void drawing.then(isKept ? undefined : forget, forget);
      if (drawings.size > maxDrawings) drawings.delete(drawings.keys().next().value ?? "");
      return drawing;
    };
    const isDrawnForRequest = () => file.keptInMemory === "always" && !drawings.has(key);
    return { look, isPublic, isDrawnForRequest, getPng };
  };

  const sample = { kind: "question", text: "" } as const;
  return {
    findQuestionPicture: async (
      address,
      viewer,
      { variant = "wide", isSender = false, theme } = {},
    ) => {
      const findShownCard = async (viewer_pk: number | null) => {
        const row = await findCard(db, address, viewer_pk, isSender);
        return variant === "answer" && row?.answer_text === null ? undefined : row;
      };
      const row = await findShownCard(toViewerKey(viewer));
      if (!row) return undefined;
      const shouldWithhold = isWithheldFrom(viewer, row);
      const toCard = (card: CardRow) => ({
        ...toQuestionCard(card, variant, host, shouldWithhold),
        ...(theme && { theme }),
      });
      // Searches as the owner, because only the owner may see the card of an unanswered question.
      const findCurrentLook = async () => {
        const current = await findShownCard(row.owner_pk);
        return current && hashLook(toCard(current));
      };
      const name = formatQuestionFileName(row, variant, address, shouldWithhold);
      // Shared caches must store only pictures that everybody may see.
      const isPublic = row.is_public && (row.is_ad_default || shouldWithhold);
      const folder = getQuestionFolder(address.uuid_hash);
      const file: StoredFile = {
        folder,
        name,
        findCurrentLook,
        ...(row.is_recent && { keptInMemory: "while_recent" }),
        ...(theme && { keptInMemory: "always" }),
      };
      return createPicture(toCard(row), file, isPublic);
    },
    findProfilePicture: async (account, locale, theme) => {
      const user = await findProfileCard(db, account);
      if (!user) return undefined;
      const findCurrentLook = async () => {
        const current = await findProfileCard(db, account);
        return current && hashLook(toProfileCard(current, locale));
      };
      const file: StoredFile = {
        folder: getProfileFolder(user.account),
        name: locale,
        findCurrentLook,
        ...(theme && { keptInMemory: "always" }),
      };
      return createPicture({ ...toProfileCard(user, locale), ...(theme && { theme }) }, file);
    },
    createStampPicture: ({ id, texts }, locale) =>
      createPicture(
        { ...sample, text: texts[locale], locale, stamp_id: id },
        { folder: "cards/stamps", name: `${id}-${locale}` },
      ),
    createThemePreview: (theme, format, locale) =>
      createPicture(
        {
          ...sample,
          text: labels[locale].sample,
          locale,
          theme,
          format,
          is_preview: true,
          link: host,
        },
        { folder: "cards/themes", name: `${theme}-${format}-${locale}` },
      ),
    createSitePicture: (locale) =>
      createPicture({ kind: "site", text: "", locale }, { folder: "cards/site", name: locale }),
    findResultPicture: async (id) => {
      const result = await findResultCard(db, id);
      if (!result) return undefined;
      const { title, share_body: text, locale, displaying_name, card_theme: theme } = result;
      // No file outlives the result, because there is none.
      const file: StoredFile = { folder: "cards/diagnosis", name: id, keptInMemory: "always" };
      return createPicture(
        { kind: "diagnosis", title, text, locale, displaying_name, theme },
        file,
      );
    },
    findRoomPicture: async (uuid, locale, { format, theme }) => {
      const room = toRoom(await findRoom(db, { user: undefined }, uuid), locale);
      const { title: text, description, members_count } = room;
      // Not stored, because the number of members changes often.
      const name = `${uuid}-${format}`;
      const file: StoredFile = { folder: "cards/rooms", name, keptInMemory: "always" };
      return createPicture(
        {
          ...{ kind: "room", text, description, members_count, locale, format },
          ...(theme && { theme }),
        },
        file,
      );
    },
  };
}

/** Returns the key for `findCard`: null for a job, and 0, which no account has, for a visitor. */
function toViewerKey(viewer: CardViewer): number | null {
  if (viewer === "job") return null;
  return viewer === "visitor" ? 0 : viewer.pk;
}

/**
 * Whether a sensitive question is withheld from the viewer. Its receiver or answerer always sees it. A
 * question of a community without an answer has no owner and is never sensitive.
 */
function isWithheldFrom(viewer: CardViewer, row: CardRow): boolean {
  const account = typeof viewer === "string" ? undefined : viewer;
  const isOwner = (account?.pk ?? null) === row.owner_pk;
  return !isOwner && isWithheld(row.is_ad_default, account);
}

/**
 * Returns the name of the file of a question's picture. Each answer to a community's question has its own pictures,
 * except the picture of the question alone.
 */
function formatQuestionFileName(
  row: CardRow,
  variant: QuestionCardVariant,
  { answer_id }: QuestionAddress,
  shouldWithhold: boolean,
): string {
  if (shouldWithhold) return `withheld_${variant}`;
  const hasOwnPicture = row.community_id !== null && row.answer_text !== null && variant !== "wide";
  return hasOwnPicture ? `${variant}_${answer_id}` : variant;
}

function toQuestionCard(
  row: CardRow,
  variant: QuestionCardVariant,
  host: string,
  shouldWithhold: boolean,
): Card {
  const { locale } = row;
  const text = row.is_deleted ? labels[locale].deleted : row.body;
  const content = shouldWithhold
    ? { text: "", stamp_id: sensitiveStampId }
    : {
        text,
        ...(row.stamp_id !== null && { stamp_id: row.stamp_id }),
        ...(row.options !== null && { options: row.options }),
      };
  // In a community, the answer of a withheld question is withheld as well.
  const isAnswerShown = !shouldWithhold || row.community_id === null;
  const hasAnswer = variant !== "wide" && row.answer_text !== null && isAnswerShown;
  const account = toCardAccount(row, hasAnswer);
  return {
    kind: hasAnswer ? "answer" : "question",
    ...content,
    locale,
    ...account,
    ...(row.is_welcome && { is_welcome: true }),
    ...(variant === "tall" && {
      format: "tall",
      link: account.account ? `${host}/${account.account}` : host,
    }),
    ...(hasAnswer && { answer_text: row.answer_text ?? "" }),
    ...(hasAnswer && row.chosen_option !== null && { chosen_option: row.chosen_option }),
  };
}

/** The account whose names and picture are on a card; a community adds its name and theme. */
type CardAccount = Pick<
  Card,
  "account" | "displaying_name" | "theme" | "avatar" | "picture_id" | "community"
>;

/** Returns the receiver's names for a card, or those of a community and of the answerer if the answer is shown. */
function toCardAccount(row: CardRow, hasAnswer: boolean): CardAccount {
  const account = row.account === null ? {} : toAccountFields(row);
  const community = findCommunityCardOwner(row, row.locale);
  if (!community) return account;
  const { displaying_name: name, card_theme: theme } = community;
  return { ...(hasAnswer && account), theme, community: name };
}

function toAccountFields(user: Extract<CardRow, { account: string }>): CardAccount {
  const { account, displaying_name, card_theme: theme } = user;
  return { account, displaying_name, theme, ...chooseAvatarAndPicture(user) };
}

function toProfileCard(user: ProfileLook, locale: Locale): Card {
  const { displaying_name, self_introduction: text, card_theme: theme, account } = user;
  return {
    kind: "profile",
    text,
    displaying_name,
    account,
    ...chooseAvatarAndPicture(user),
    locale,
    theme,
  };
}

/** Returns an account's avatar and the id of its picture; the avatar is also drawn if the picture was deleted. */
function chooseAvatarAndPicture({
  account,
  icon_url,
}: {
  account: string;
  icon_url: string | null;
}): Pick<Card, "avatar" | "picture_id"> {
  const picture_id = findPictureId(icon_url);
  const avatar = findAvatar(getIconUrl(account, icon_url)) ?? findDefaultAvatar(account);
  return { avatar, ...(picture_id !== undefined && { picture_id }) };
}

/** Adds the uploaded pictures of the account and of the stamp to the card, unless their files are missing. */
async function addPictures(storage: Storage, card: Card): Promise<Card> {
  const { picture_id, stamp_id } = card;
  const stamp_picture_id =
    stamp_id === undefined ? undefined : findPictureId(formatStampUrl(stamp_id));
  const read = async (id: string | undefined) =>
    id === undefined ? undefined : readPicture(storage, id);
  const picture = await read(picture_id);
  const stamp_picture = await read(stamp_picture_id);
  return { ...card, ...(picture && { picture }), ...(stamp_picture && { stamp_picture }) };
}

const toFileName = ({ name }: StoredFile, look: string) => `${name}-${look}.png`;
const getProfileFolder = (account: string) => `cards/profiles/${account.toLowerCase()}`;
const getQuestionFolder = (uuid_hash: string) => `cards/questions/${uuid_hash}`;

/**
 * Removes the files with older looks of a picture that was just stored. If the question or profile was changed or
 * deleted during the drawing, removes the new file instead.
 */
async function removeOutdated(storage: Storage, file: StoredFile, look: string): Promise<void> {
  const { folder, name, findCurrentLook = async () => look } = file;
  const ownFile = toFileName(file, look);
  const current = await findCurrentLook().catch(async (error: unknown) => {
    await storage.remove(`${folder}/${ownFile}`);
    throw error;
  });
  const isOutdated = (stored: string) => {
    if (current !== look) return stored === ownFile;
    return stored.startsWith(`${name}-`) && stored !== ownFile;
  };
  for (const outdated of (await storage.list(folder)).filter(isOutdated)) {
    await storage.remove(`${folder}/${outdated}`);
  }
}

/** Deletes the pictures of a question; the next requests draw them again. */
export async function removeCards(storage: Storage, uuid_hash: string): Promise<void> {
  await storage.removeAll(getQuestionFolder(uuid_hash));
}

/** Deletes the cards of a profile in all languages. */
export async function removeProfileCards(storage: Storage, account: string): Promise<void> {
  await storage.removeAll(getProfileFolder(account));
}

const updateRevision = statement(
  "cards.updateRevision",
  `
  update users set share_image_revision = share_image_revision + 1 where pk = :user_pk
  returning account, displaying_name, icon_url, self_introduction, card_theme,
    share_image_revision`,
);

/** Gives the share image of a profile a new address, and draws it if its look has changed. */
export async function renewShareImage(
  { db, bus }: Services,
  cards: Cards,
  user_pk: number,
  locale: Locale,
): Promise<string> {
  const [look] = await updateRevision(db, { user_pk });
  if (!look) throw new Failure("sign_in_needed");
  const picture = await cards.findProfilePicture(look.account, locale);
  await picture?.getPng();
  bus.publish("pages", { paths: [`/${look.account}`] });
  return formatProfileCardUrl(locale, look);
}
