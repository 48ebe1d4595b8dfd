import { randomBytes } from "node:crypto";
import { listMessages, postMessage } from "@toibako/contract/messages.ts";
import { freeTalks, listTalks, startTalk } from "@toibako/contract/talks.ts";
import type { Browser } from "./browser.ts";
import type { openSite } from "./site.ts";

/** Somebody who may write messages. */
export interface Person {
  account: string;
  browser: Browser;
}

/** The columns of an account that may write and receive messages. */
const allowedColumns = {
  birthday: "1990-05-05",
  is_receive_dm: true,
  is_message_tos_showed: true,
};

export const createMessageKey = () => randomBytes(12).toString("base64url");

/** Calls of talks by the people of a site. */
export function createTalkCalls(site: Awaited<ReturnType<typeof openSite>>) {
  const { executeSql } = site.services.database;
  let peopleCount = 0;

  const setColumns = async (account: string, columns: Record<string, unknown>) => {
    for (const [column, value] of Object.entries(columns)) {
      await executeSql(`update users set ${column} = $1 where account = $2`, [value, account]);
    }
  };

  /** Registers a person of age who has accepted the terms and receives messages; `columns` changes that. */
  const createPerson = async (columns: Record<string, unknown> = {}): Promise<Person> => {
    const account = `person_${++peopleCount}`;
    const browser = await site.registerPerson(account);
    await setColumns(account, { ...allowedColumns, ...columns });
    return { account, browser };
  };

  const start = (starter: Person, receiver: Pick<Person, "account">) =>
    starter.browser.send(startTalk, { body: { talk: { account: receiver.account } } });

  /** Starts a talk and returns its id. */
  const startedTalk = async (starter: Person, receiver: Pick<Person, "account">) => {
    const { status, data, text } = await start(starter, receiver);
    if (status !== 201) throw new Error(`the talk could not be started: ${text}`);
    return data.talk.uuid;
  };

  const post = ({ browser }: Person, talk_uuid: string, body: string, key = createMessageKey()) =>
    browser.send(postMessage, { body: { message: { talk_uuid, body, key } } });

  const findPk = async ({ account }: Person) => {
    const { rows } = await executeSql("select pk from users where account = $1", [account]);
    return Number((rows[0] as { pk: unknown }).pk);
  };

  return {
    setColumns,
    createPerson,
    start,
    startedTalk,
    /** A talk in which nobody has written. */
    createTalk: async () => {
      const starter = await createPerson();
      const receiver = await createPerson();
      return { starter, receiver, uuid: await startedTalk(starter, receiver) };
    },
    post,
    /** Lets others write to a person first, as many as can be read without paying. */
    fillFreeTalks: async (receiver: Person) => {
      for (let count = 0; count < freeTalks; count++) {
        const other = await createPerson();
        await post(other, await startedTalk(other, receiver), "earlier");
      }
    },
    read: async ({ browser }: Person, uuid: string, query: object = {}) =>
      (await browser.send(listMessages, { query: { uuid, ...query } })).data,
    listOf: async ({ browser }: Person) => (await browser.send(listTalks, {})).data.talks,
    findPk,
    /** Finds the owner under whom events are published to the pages of a person. */
    findEventOwner: async (person: Person) => {
      const { secrets } = site.services;
      return secrets.deriveEventOwner(secrets.deriveAccountIdentity(await findPk(person)));
    },
  };
}
