import { type DateReader, formatDate, readCalendarDay } from "@toibako/contract/dates.ts";
import type { ConversationMessage } from "./state.ts";
import type { Row } from "./views.ts";

/** A message with the minute in which it was posted. */
export interface DatedMessage extends ConversationMessage {
  created_at: string;
  /** The day, in the reader's time zone. */
  formatted_date: string;
}

/** A row with what its neighbours decide. */
export type PlacedRow<M> = Row<M> & {
  /** The day, if the row is the first of it; its label is for the separator above the row. */
  day?: { date: string; label: string } | undefined;
  /** Whether the row before has another sender or day, so that this one shows who it is. */
  startsSender: boolean;
  /** Whether the next row has another sender or minute, so that this one shows the time. */
  endsGroup: boolean;
};

const minute = 60_000;

/**
 * Finds the beginnings of days and the ends of groups. `now` is undefined until hydration; then the days have the labels
 * of the server, and later those by the clock of the browser, so that "today" becomes "yesterday" at midnight. The row
 * with the key `firstUnread` stands below a separator, so it shows its sender.
 */
export function placeRows<M extends DatedMessage>(
  rows: readonly Row<M>[],
  reader: DateReader,
  now: number | undefined,
  firstUnread?: string | undefined,
): PlacedRow<M>[] {
  const posted = rows.map((row) =>
    row.post ? row.post.posted_at : Date.parse(row.message.created_at),
  );
  const dates = posted.map((time) => readCalendarDay(new Date(time), reader.time_zone));
  const senders = rows.map(getSender);
  const groups = rows.map(
    (_, index) => `${senders[index]} ${Math.floor((posted[index] ?? 0) / minute)}`,
  );
  return rows.map((row, index) => {
    const date = dates[index] ?? "";
    const isFirst = date !== dates[index - 1];
    const label = () =>
      now === undefined && row.message
        ? row.message.formatted_date
        : formatDate("day", new Date(posted[index] ?? 0), reader, now);
    return {
      ...row,
      day: isFirst ? { date, label: label() } : undefined,
      startsSender: isFirst || row.key === firstUnread || senders[index] !== senders[index - 1],
      endsGroup: groups[index] !== groups[index + 1],
    };
  });
}

function getSender<M extends DatedMessage>({ message }: Row<M>): string {
  if (message?.me ?? true) return "me";
  return message?.group_talk_user_summary_id ?? "partner";
}
