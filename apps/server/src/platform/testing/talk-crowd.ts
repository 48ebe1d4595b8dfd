import type { Endpoint, Input, Output } from "@toibako/contract/endpoint.ts";
import { postMessage, readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import {
  postTalkReport,
  removeTalk,
  showStarter,
  startTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import type { Reply } from "./browser.ts";
import { createMessageKey } from "./talks.ts";

interface Member {
  account: string | undefined;
}

/**
 * The members of a crowd, and functions that record who started a talk and send calls; they may be refused with the code
 * `talk_refused`.
 */
interface TalkCrowd<P extends Member> {
  members: readonly P[];
  send: <E extends Endpoint>(person: P, endpoint: E, input: Input<E>) => Promise<Reply<Output<E>>>;
  recordStarter: (starter: P, receiver: P, uuid: string) => Promise<void>;
}

/**
 * Whom a member writes to, by their place after the member's own: a friend, whom they follow; a stranger; and somebody
 * who writes to them as well.
 */
const distances = [1, 9, -1];

/**
 * Lets accounts start talks with friends and strangers, answer, read, take messages back, show who they are, mute, end,
 * remove, report and block. What happens in a talk depends on its number, so that talks of one starter differ.
 */
export async function simulateTalks<P extends Member>(crowd: TalkCrowd<P>): Promise<void> {
  const { members } = crowd;
  let number = 0;
  for (const distance of distances) {
    for (const [index, starter] of members.entries()) {
      const receiver = members[(index + distance + members.length) % members.length];
      if (receiver) await talk(crowd, starter, receiver, ++number);
    }
  }
}

async function talk<P extends Member>(
  { send, recordStarter }: TalkCrowd<P>,
  starter: P,
  receiver: P,
  number: number,
) {
  const body = { talk: { account: receiver.account ?? "" } };
  const started = await send(starter, startTalk, { body });
  if (started.status !== 201) return;
  const { uuid } = started.data.talk;
  const params = { uuid };
  const post = async (person: P, body: string) => {
    const key = createMessageKey();
    await send(person, postMessage, { body: { message: { talk_uuid: uuid, key, body } } });
    return key;
  };
  // Nobody writes in some talks.
  if (number % 10 === 0) return recordStarter(starter, receiver, uuid);
  const key = await post(starter, `${number}番目のトークのはじめの言葉`);
  if (number % 7 === 0) {
    await send(starter, takeBackMessage, { params: { uuid, key } });
  }
  // The talk of a starter whom the receiver blocks doesn't arrive, and nobody reads it.
  if (number % 3 !== 0) {
    await send(receiver, readAllMessages, { params });
    await post(receiver, "はじめまして、どなたですか？");
  }
  if (number % 4 === 1) await send(starter, readAllMessages, { params });
  if (number % 3 === 1) await post(starter, "ひみつです。あててみてください");
  if (number % 8 === 2) await send(starter, updateTalk, { params, body: { is_muted: true } });
  if (number % 8 === 3) await send(starter, updateTalk, { params, body: { is_ended: true } });
  if (number % 9 === 4) await send(starter, removeTalk, { params });
  if (number % 6 === 5) await send(receiver, postTalkReport, { body: { uuid, mode: "block" } });
  if (number % 11 === 1) {
    const report = { uuid, mode: "report", includes_messages: true } as const;
    await send(starter, postTalkReport, { body: report });
  }
  if (number % 11 === 2) await send(starter, postTalkReport, { body: { uuid, mode: "block" } });
  // Whoever has shown themselves is no secret.
  if (number % 12 === 1) await send(starter, showStarter, { params });
  else await recordStarter(starter, receiver, uuid);
}
