// What the parts for talks and rooms have in common.
import { randomBytes } from "node:crypto";
import type { Request } from "autocannon";
import type { Client } from "pg";
import { connections } from "../load.ts";
import { createAccountHeaders } from "../people.ts";

export const jsonHeaders = (pk: number) => ({
  ...createAccountHeaders(pk),
  "content-type": "application/json",
});

/** Creates the fields of a message with a new key. */
export const createMessage = () => ({
  body: "お昼、もう食べた？",
  key: randomBytes(16).toString("base64url"),
});

/** Posts another body whenever the request is sent. */
export function createPost(path: string, pk: number, createBody: () => object): Request {
  return {
    method: "POST",
    path,
    headers: jsonHeaders(pk),
    setupRequest: (sent) => ({ ...sent, body: JSON.stringify(createBody()) }),
  };
}

/** A read by the account with this key, once for each connection of a load. */
export function createReads(path: string, pk: number): Request[] {
  const read = { path, headers: createAccountHeaders(pk) };
  return Array.from({ length: connections }, () => read);
}

/** Fills a conversation with messages of its second participant. */
export async function fillConversation(client: Client, uuid: string, count: number): Promise<void> {
  await client.query(
    `with filled as (
       update conversations set last_change = last_change + $2::int, last_number = last_change + $2::int
       where uuid = $1 returning pk, last_number
     )
     insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
     select pk, last_number - n, last_number - n, 'filled ' || n, 2, 'こんにちは', date_trunc('minute', now())
     from filled, generate_series(0, $2::int - 1) as given (n)`,
    [uuid, count],
  );
  await client.query("analyze conversations, participants, messages");
}
