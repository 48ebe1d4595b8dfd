import { basename } from "node:path";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { escapeMarkup } from "#platform/markup.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { formatStampUrl } from "../../stamps/queries.ts";
import type {
  AnswerRecord,
  ArchiveRecords,
  MessageRecord,
  RecordKind,
  RoomMessageRecord,
} from "../policy/records.ts";
import {
  type PageReader,
  renderDay,
  renderDocument,
  renderMinute,
  renderText,
} from "./document.ts";

type AnyRecord = ArchiveRecords[RecordKind];
type QuestionContent = AnswerRecord["question"];

/** The text keys of the titles of the record kinds. */
export const kindTexts = {
  answers: "archive_answers",
  brought: "archive_brought",
  questions: "archive_questions",
  sent: "archive_sent",
  messages: "archive_messages",
  likes: "archive_likes",
  follows: "archive_follows",
} as const satisfies Record<RecordKind, TextKey>;

/** Returns the name of a file of records, such as `answers-0001`. */
export function formatFileName(kind: RecordKind, number: number): string {
  return `${kind}-${String(number).padStart(4, "0")}`;
}

/** Returns the path of a stamp's picture in an archive. */
export const formatStampPath = (stamp_id: string) =>
  `pictures/stamps/${basename(formatStampUrl(stamp_id))}`;

interface RecordPage {
  kind: RecordKind;
  number: number;
  isLast: boolean;
  records: readonly AnyRecord[];
  reader: PageReader;
}

/** Returns the page that shows one file of records. */
export function renderRecords({ kind, number, isLast, records, reader }: RecordPage): string {
  const title = translate(reader.locale, kindTexts[kind]);
  const list = records.map((record) => renderRecord(reader, record)).join("\n");
  const navigation = renderNavigation(reader, kind, number, isLast);
  return renderDocument(reader, {
    title: `${title} (${number}) @${reader.account}`,
    folder: "../",
    body: `<header><h1>${escapeMarkup(title)}</h1>${navigation}</header>\n<main>${list}</main>\n${navigation}`,
  });
}

/** Returns links to the first page of the archive and to the previous and next page of records. */
function renderNavigation(
  reader: PageReader,
  kind: RecordKind,
  number: number,
  isLast: boolean,
): string {
  const link = (linkedNumber: number, key: TextKey) =>
    `<a href="${formatFileName(kind, linkedNumber)}.html">${renderText(reader, key)}</a>`;
  return `<nav><a href="../index.html">${renderText(reader, "archive_contents")}</a>${number > 1 ? link(number - 1, "archive_previous") : ""}${isLast ? "" : link(number + 1, "archive_next")}</nav>`;
}

function renderRecord(reader: PageReader, record: AnyRecord): string {
  if ("talk" in record) return renderMessage(reader, record);
  if ("room" in record) return renderRoomMessage(reader, record);
  if (!("question" in record)) return renderFollow(record);
  if ("to_account" in record) return renderSent(reader, record);
  if ("is_self" in record || "is_sensitive" in record) return renderReceived(reader, record);
  return renderLike(reader, record);
}

function renderFollow({ account, displaying_name }: ArchiveRecords["follows"]): string {
  return renderCard(`<p>${escapeMarkup(displaying_name)} @${escapeMarkup(account)}</p>`);
}

/** Returns a message in a room, with the room's title and when it was written. */
function renderRoomMessage(
  reader: PageReader,
  { room, text, posted_minute }: RoomMessageRecord,
): string {
  const meta = [escapeMarkup(room), renderMinute(reader, new Date(posted_minute))].join(" · ");
  return renderCard(`<p class="meta">${meta}</p><p class="answer">${escapeMarkup(text)}</p>`);
}

/** Returns a message, with the number of its talk, who wrote it to whom, and when. */
function renderMessage(
  reader: PageReader,
  { talk, is_started, partner, me, text, posted_minute }: MessageRecord,
): string {
  const unnamed = translate(reader.locale, is_started ? "archive_has_left" : "archive_anonymous");
  const other = partner === null ? unnamed : `@${partner.account}`;
  const owner = `@${reader.account}`;
  const meta = [
    translate(reader.locale, "archive_talk", { n: talk }),
    me ? `${owner} → ${other}` : `${other} → ${owner}`,
  ].map(escapeMarkup);
  const minute = renderMinute(reader, new Date(posted_minute));
  return renderCard(
    `<p class="meta">${[...meta, minute].join(" · ")}</p><p class="answer">${escapeMarkup(text)}</p>`,
  );
}

function renderSent(
  reader: PageReader,
  { question, to_account, community, is_answered }: ArchiveRecords["sent"],
): string {
  const receiver = to_account === null ? community : `@${to_account}`;
  const marks = [
    receiver ?? "",
    is_answered ? translate(reader.locale, "archive_is_answered") : "",
  ];
  return renderCard(renderQuestion(reader, question, marks));
}

function renderLike(reader: PageReader, { question, answer }: ArchiveRecords["likes"]): string {
  const answerer = `<p class="meta">@${escapeMarkup(answer.account)}</p>`;
  return renderCard(
    `${renderQuestion(reader, question, [])}${answerer}${renderAnswer(answer.text, question)}`,
  );
}

type ReceivedRecord = ArchiveRecords["answers" | "questions" | "brought"];

/** Returns a received question, with its answer if there is one. */
function renderReceived(reader: PageReader, record: ReceivedRecord): string {
  const { question } = record;
  const marks = listMarks(reader, record);
  if (!("answer" in record)) return renderCard(renderQuestion(reader, question, marks));
  const { answer } = record;
  const { chosen_option, text, answered_at } = answer;
  const likes_count = "likes_count" in answer ? answer.likes_count : 0;
  const meta = [
    renderText(reader, "archive_answered_on", {}) + renderDay(reader, new Date(answered_at)),
    likes_count > 0 ? renderText(reader, "archive_likes_count", { n: likes_count }) : "",
  ];
  return renderCard(
    `${renderQuestion(reader, question, marks, chosen_option)}${renderAnswer(text, question)}<p class="meta">${meta.filter(Boolean).join(" · ")}</p>`,
  );
}

/** Returns the marks of a question: its community, its kinds, and its inbox status except `confirmed`. */
function listMarks(reader: PageReader, record: ReceivedRecord): string[] {
  const isSensitive = "is_sensitive" in record && record.is_sensitive;
  if (!("is_self" in record)) {
    return isSensitive ? [translate(reader.locale, "archive_is_sensitive")] : [];
  }
  const marks: (TextKey | false)[] = [
    record.is_welcome && "archive_is_welcome",
    record.is_self && "archive_is_self",
    record.is_baton && "archive_is_baton",
    isSensitive && "archive_is_sensitive",
    record.status !== null && record.status !== "confirmed" && `archive_is_${record.status}`,
  ];
  const texts = marks.flatMap((key) => (key ? translate(reader.locale, key) : []));
  return record.community === null ? texts : [record.community, ...texts];
}

const renderCard = (content: string) => `<article class="card">${content}</article>`;

function renderQuestion(
  reader: PageReader,
  { body, stamp_id, options, locale, asked_hour }: QuestionContent,
  marks: readonly string[],
  chosen_option: number | null = null,
): string {
  const path = stamp_id === null ? undefined : formatStampPath(stamp_id);
  const picture = path === undefined ? "" : `<img src="../${path}" alt="">`;
  const day = renderDay(reader, new Date(asked_hour));
  const meta = [day, ...marks.filter(Boolean).map(escapeMarkup)].join(" · ");
  const list = options?.map(
    (option, index) =>
      `<li${index === chosen_option ? ' class="chosen"' : ""}>${escapeMarkup(option)}</li>`,
  );
  const choices = list ? `<ul class="options">${list.join("")}</ul>` : "";
  return `<div class="letter" lang="${getLanguageTag(locale)}">${picture}<p class="question">${escapeMarkup(body)}</p>${choices}<p class="meta" lang="${getLanguageTag(reader.locale)}">${meta}</p></div>`;
}

function renderAnswer(text: string, { locale }: QuestionContent): string {
  if (text === "") return "";
  return `<p class="answer" lang="${getLanguageTag(locale)}">${escapeMarkup(text)}</p>`;
}
