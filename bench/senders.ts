// Stores who sent which question as the server does: tags by sender and number, and sealed senders.
import type { Client } from "pg";
import { sealSender } from "../apps/server/src/features/questions/queries/sender.ts";
import {
  createVisitorToken,
  formatColdName,
  formatProlificName,
  formatVisitorName,
  secrets,
} from "./people.ts";
import type { SetSize } from "./size.ts";

/** A sender: an account or a visitor. */
interface Sender {
  identity: Buffer;
  user_pk: number | null;
}

/** Lists all senders: the accounts by their keys, the visitors, and last the prolific visitors. */
export function listSenders({ people, visitors, prolific }: SetSize): Sender[] {
  const createVisitor = (name: string) => ({
    identity: secrets.deriveVisitorIdentity(createVisitorToken(name)),
    user_pk: null,
  });
  return [
    ...Array.from({ length: people }, (_, n) => ({
      identity: secrets.deriveAccountIdentity(n + 1),
      user_pk: n + 1,
    })),
    ...Array.from({ length: visitors }, (_, n) => createVisitor(formatVisitorName(n))),
    ...Array.from({ length: prolific }, (_, n) => createVisitor(formatProlificName(n))),
  ];
}

/** A question and its sender. */
interface SentRow {
  pk: number;
  uuid_hash: string;
  receiver_pk: number;
  /** The index of the sender in `listSenders`. */
  sender_n: number;
}

const selectSentRows = `
  select q.pk::int, q.uuid_hash, q.receiver_pk::int, asked.sender_n::int
  from asked join questions q using (uuid_hash) order by q.pk`;

const insertSeals = `
  insert into sealed_senders (question_pk, sender, address, pseudonym, sealed_on)
  select *, current_date
  from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[])`;

const insertTags = `
  insert into sent_questions (tag, question_pk) select * from unnest($1::bytea[], $2::bigint[])`;

/** Stores the sender of every question in `asked`, and the tags of the cold visitors. */
export async function insertSenders(
  client: Client,
  senders: readonly Sender[],
  cold: SetSize["cold"],
): Promise<void> {
  const { rows } = await client.query<SentRow>(selectSentRows);
  for (const part of splitIntoChunks(rows))
    await client.query(insertSeals, createSeals(part, senders));
  const tags = [...createTags(rows, senders), ...createColdTags(cold)];
  // The server rewrites this table in the order of its keys once a day.
  tags.sort((a, b) => a.tag.compare(b.tag));
  for (const part of splitIntoChunks(tags)) {
    const columns = [part.map(({ tag }) => tag), part.map(({ question_pk }) => question_pk)];
    await client.query(insertTags, columns);
  }
}

function createSeals(rows: readonly SentRow[], senders: readonly Sender[]): unknown[][] {
  const seals = rows.map(({ pk, uuid_hash, receiver_pk, sender_n }) => {
    const sender = senders[sender_n] as Sender;
    const seal = sealSender(secrets, uuid_hash, { ...sender, address: "192.0.2.1" });
    const pseudonym = secrets.deriveSenderPseudonym(receiver_pk, sender.identity);
    return [pk, seal.sender, seal.address, pseudonym];
  });
  return [0, 1, 2, 3].map((column) => seals.map((seal) => seal[column]));
}

interface Tag {
  tag: Buffer;
  question_pk: number | null;
}

function createTags(rows: readonly SentRow[], senders: readonly Sender[]): Tag[] {
  const sent = new Map<number, number>();
  return rows.map(({ pk, sender_n }) => {
    const n = (sent.get(sender_n) ?? 0) + 1;
    sent.set(sender_n, n);
    return {
      tag: secrets.deriveSenderTag((senders[sender_n] as Sender).identity, n),
      question_pk: pk,
    };
  });
}

function createColdTags(cold: SetSize["cold"]): Tag[] {
  return Object.entries(cold).flatMap(([sent, visitors]) =>
    Array.from({ length: visitors }, (_, visitor) => {
      const token = createVisitorToken(formatColdName(Number(sent), visitor));
      const identity = secrets.deriveVisitorIdentity(token);
      return Array.from({ length: Number(sent) }, (_, index) => ({
        tag: secrets.deriveSenderTag(identity, index + 1),
        question_pk: null,
      }));
    }).flat(),
  );
}

const chunkLength = 20_000;

function splitIntoChunks<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / chunkLength);
  return Array.from({ length: count }, (_, n) =>
    items.slice(n * chunkLength, (n + 1) * chunkLength),
  );
}
