import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Database } from "#platform/database/db.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { password } from "./site.ts";

/**
 * Creates the keyed hashes and seals of an old release: the last one in which the row of a question led
 * to its sender.
 */
export function createOldSecrets(secret_key: Buffer) {
  const deriveKey = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret_key, "", purpose, 32));
  const createKeyedHash = (purpose: string, bytes = 16) => {
    const key = deriveKey(purpose);
    return (...parts: (string | Buffer)[]) => {
      const hmac = createHmac("sha256", key);
      for (const part of parts) hmac.update(part).update("\0");
      return hmac.digest().subarray(0, bytes);
    };
  };
  const sender = createKeyedHash("sender");
  const pseudonym = createKeyedHash("pseudonym");
  const baton = createKeyedHash("baton");
  const visitorMark = createKeyedHash("visitor mark", 8);
  return {
    deriveAccountKey: (user_pk: number) => sender(`user:${user_pk}`),
    deriveVisitorKey: (token: string) => sender(`visitor:${token}`),
    derivePseudonym: (receiver_pk: number, sender_key: Buffer) =>
      pseudonym(String(receiver_pk), sender_key),
    deriveBatonKey: (sender_key: Buffer) => baton(sender_key),
    // A name of 24 bytes and a keyed hash of it; later tokens also contain the hour of their creation.
    createVisitorToken: () => {
      const name = randomBytes(24);
      return Buffer.concat([name, visitorMark(name)]).toString("base64url");
    },
    seal: (text: string, owner: string) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", deriveKey("seal"), nonce).setAAD(
        Buffer.from(owner),
      );
      return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

interface Person {
  account: string;
  pk: number;
  key: Buffer;
}

export interface OldSender {
  /** The key of the sender in `sent_questions`. */
  key: Buffer;
  /** Who sent the question, as the seal contains it. */
  sealed_sender: object;
}

interface OldQuestion {
  type?: "text" | "choose";
  is_baton?: boolean;
  is_sealed?: boolean;
  answer?: string;
  answered_at?: string;
}

/**
 * Returns functions that insert rows as the old release did, and what they have inserted: by the body of a
 * question, the question's id (`ids`) and key (`pks`) and its answer's id (`answers`), and all questions
 * (`asked`).
 */
export async function createOldRowWriter(
  executeSql: Database["executeSql"],
  oldSecrets: ReturnType<typeof createOldSecrets>,
) {
  async function insertOne<T>(text: string, values: unknown[]): Promise<T> {
    return (await executeSql(text, values)).rows[0] as T;
  }

  const password_hash = await hash(password);
  async function addUser(account: string) {
    const { pk } = await insertOne<{ pk: number }>(
      `insert into users (id, account, displaying_name, locale, password_hash)
     values ($1, $2, $2, 'ja', $3) returning pk`,
      [createPublicId(), account, password_hash],
    );
    return { account, pk: Number(pk), key: oldSecrets.deriveAccountKey(Number(pk)) };
  }

  const toSender = ({ key, pk }: Person): OldSender => ({ key, sealed_sender: { user_pk: pk } });

  const ids = new Map<string, string>();
  const pks = new Map<string, number>();
  const answers = new Map<string, string>();
  const asked: { body: string; sender: OldSender; receiver: Person; is_baton: boolean }[] = [];

  async function addQuestion(
    body: string,
    sender: OldSender,
    receiver: Person,
    { type = "text", is_baton = false, is_sealed = true, answer, answered_at }: OldQuestion = {},
  ) {
    const id = createPublicId();
    ids.set(body, id);
    asked.push({ body, sender, receiver, is_baton });
    const { pk } = await insertOne<{ pk: number }>(
      `insert into questions (uuid_hash, receiver_pk, status, type, body, locale, is_answered,
       asked_hour, changed_at, options, is_baton)
     values ($1, $2, $3, $4, $5, 'ja', $6, date_trunc('hour', now()), $7, $8, $9) returning pk`,
      [
        id,
        receiver.pk,
        answer ? "confirmed" : "unread",
        type,
        body,
        answer !== undefined,
        answered_at ?? null,
        type === "choose" ? ["海", "山"] : null,
        is_baton,
      ],
    );
    pks.set(body, Number(pk));
    await executeSql(
      "insert into sent_questions (question_pk, sender_key, answered_at) values ($1, $2, $3)",
      [pk, sender.key, answered_at ?? null],
    );
    if (is_sealed)
      await executeSql(
        `insert into sealed_senders (question_pk, sender, address, network_pseudonym, sealed_on)
       values ($1, $2, $3, $4, current_date)`,
        [
          pk,
          oldSecrets.seal(JSON.stringify(sender.sealed_sender), id),
          oldSecrets.seal("203.0.113.7", id),
          oldSecrets.derivePseudonym(receiver.pk, Buffer.from("network")),
        ],
      );
    if (!answer) {
      await executeSql(
        "update users set unread_questions_count = unread_questions_count + 1 where pk = $1",
        [receiver.pk],
      );
      return;
    }
    answers.set(body, createPublicId());
    await executeSql(
      `insert into answers (id, question_pk, answerer_pk, text, answered_at)
     values ($1, $2, $3, $4, $5)`,
      [answers.get(body), pk, receiver.pk, answer, answered_at],
    );
  }

  const addBlock = (
    receiver: Person,
    pseudonym: Buffer,
    blocked?: Person,
    question_body?: string,
  ) =>
    executeSql(
      `insert into blocks (id, receiver_pk, pseudonym, blocked_pk, question_body, blocked_hour)
     values ($1, $2, $3, $4, $5, date_trunc('hour', now()))`,
      [createPublicId(), receiver.pk, pseudonym, blocked?.pk ?? null, question_body ?? null],
    );

  const addNotice = (
    owner: Buffer,
    kind: string,
    subject: string,
    content: Record<string, unknown>,
  ) =>
    executeSql(
      `insert into notices (id, owner_key, kind, subject, count, name, urn, happened_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, date_trunc('hour', now()), $8)`,
      [
        createPublicId(),
        owner,
        kind,
        subject,
        content.count ?? 1,
        content.name ?? null,
        content.urn,
        content.seen_at ?? null,
      ],
    );

  return { ids, pks, answers, asked, addUser, toSender, addQuestion, addBlock, addNotice };
}
