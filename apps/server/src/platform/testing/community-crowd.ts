import {
  deleteCommunityQuestion,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity } from "@toibako/contract/communities.ts";
import type { Endpoint, Input, Output } from "@toibako/contract/endpoint.ts";
import type { Reply } from "./browser.ts";

/** The members of a crowd, and functions that send their calls and record who asked a question. */
interface CommunityCrowd<P> {
  members: readonly P[];
  send: <E extends Endpoint>(person: P, endpoint: E, input: Input<E>) => Promise<Reply<Output<E>>>;
  recordSender: (sender: P, uuid_hash: string) => void;
}

const games = { community_id: "games", category_id: "hobby" };
const books = { community_id: "books", category_id: "culture" };
const chooseCommunity = (number: number) => (number % 2 === 0 ? games : books);

const questionsPerMember = 3;

/** Lets accounts join communities, ask them, answer there, and delete some of what they asked. */
export async function simulateCommunities<P>(crowd: CommunityCrowd<P>): Promise<void> {
  const { members, send } = crowd;
  for (const [index, person] of members.entries()) {
    await send(person, joinCommunity, { params: chooseCommunity(index) });
  }
  for (let round = 0; round < questionsPerMember; round++) {
    for (const index of members.keys()) await askCommunity(crowd, index, round);
  }
}

/** Lets the member with this index ask. In each round fewer others answer, and in the last one nobody. */
async function askCommunity<P>(
  { members, send, recordSender }: CommunityCrowd<P>,
  index: number,
  round: number,
) {
  const person = members[index];
  if (person === undefined) return;
  const community = chooseCommunity(index + round);
  const body = { body: `${round}回目に${index}番が聞く質問です` };
  const asked = await send(person, postCommunityQuestion, { params: community, body });
  const params = { ...community, uuid: asked.data.uuid_hash };
  recordSender(person, params.uuid);
  for (let step = 1; step < questionsPerMember - round; step++) {
    const answerer = members[(index + step) % members.length];
    const answer = { params, body: { body: "そう思います" } };
    if (answerer !== undefined) await send(answerer, postCommunityAnswer, answer);
  }
  const isDeleted = index % 4 === 1 && round > 0;
  if (isDeleted) await send(person, deleteCommunityQuestion, { params });
}
