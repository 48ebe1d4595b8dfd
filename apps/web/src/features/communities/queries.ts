import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { getAdTags } from "@toibako/contract/ads.ts";
import {
  listCommunityMembers,
  listFollowingMembers,
  listMembersOfCommunities,
  listRecommendedMembers,
} from "@toibako/contract/communities/members.ts";
import {
  deleteCommunityQuestion,
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  listFeaturedQuestions,
  listOwnCommunityItems,
  listSampleQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import {
  type Community,
  type CommunityTutorialStatus,
  communityTutorialStatuses,
  getCommunity,
  getCommunitySuggestions,
  joinCommunities,
  joinCommunity,
  leaveCommunity,
  listCommunities,
  listJoinedCommunities,
  listOtherCommunities,
  listRecommendedCommunities,
  listSampleCommunities,
  muteCommunity,
  putCommunitySuggestions,
  putCommunityTutorial,
  shareCommunity,
} from "@toibako/contract/communities.ts";
import { listSendQuestions, listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { communityLists } from "#lib/cache/answer-lists.ts";
import { api, send } from "#lib/http/client.ts";
import { useKeyedSend } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** The two ids in the address of a community's page. */
export interface CommunityIds {
  category_id: string;
  community_id: string;
}

export const getIds = ({ id, category_id }: Pick<Community, "id" | "category_id">) => ({
  category_id,
  community_id: id,
});

/** All communities, or those whose texts contain `query`. */
export const communitiesQuery = (query: string, page: number) =>
  api.query(listCommunities, { query: { query, page: String(page) } });

export const joinedCommunitiesQuery = () => api.query(listJoinedCommunities);

/** The communities that the account has not joined. */
export const otherCommunitiesQuery = (page: number) =>
  api.query(listOtherCommunities, { query: { page: String(page) } });

/** Whether communities should be suggested now. Always fetched again, because each answer may change it. */
export const communitySuggestionsQuery = () => ({
  ...api.query(getCommunitySuggestions),
  staleTime: 0,
});

export const sampleCommunitiesQuery = () => api.query(listSampleCommunities);

/** The sample communities with their newest questions. */
export const sampleQuestionsQuery = () => api.query(listSampleQuestions);

export const communityQuery = (ids: CommunityIds) => api.query(getCommunity, { params: ids });

/** Communities similar to this one. */
export const recommendedCommunitiesQuery = (ids: CommunityIds) =>
  api.query(listRecommendedCommunities, { params: ids });

/** The recommended members of several communities. */
export const membersOfCommunitiesQuery = (community_ids: readonly string[]) =>
  api.query(listMembersOfCommunities, { query: { community_ids: community_ids.join(",") } });

interface QuestionListOptions {
  page?: number;
  limit?: "10" | "20";
  /** Whether questions in other languages are included. */
  isInAllLanguages?: boolean;
}

const buildQuestionListInput = (
  params: CommunityIds,
  { page = 1, limit = "20", isInAllLanguages = false }: QuestionListOptions,
) => {
  const all_languages: "true" | "false" = isInAllLanguages ? "true" : "false";
  return { params, query: { page: String(page), limit, all_languages } };
};

/** The questions of a community, newest first. */
export const communityQuestionsQuery = (ids: CommunityIds, options: QuestionListOptions = {}) =>
  api.query(listCommunityQuestions, buildQuestionListInput(ids, options));

export const featuredQuestionsQuery = (ids: CommunityIds, options: QuestionListOptions = {}) =>
  api.query(listFeaturedQuestions, buildQuestionListInput(ids, options));

export const communityQuestionQuery = (ids: CommunityIds, uuid: string) =>
  api.query(getCommunityQuestion, { params: { ...ids, uuid } });

export const communityAnswersQuery = (ids: CommunityIds, uuid: string, page: number) =>
  api.query(listCommunityAnswers, { params: { ...ids, uuid }, query: { page: String(page) } });

/** The account's own questions or answers in a community. */
export const ownCommunityItemsQuery = (
  ids: CommunityIds,
  type: "questions" | "answers",
  page: number,
) => api.query(listOwnCommunityItems, { params: ids, query: { type, page: String(page) } });

/** All members of a community. */
export const membersQuery = (ids: CommunityIds, page: number) =>
  api.query(listCommunityMembers, { params: ids, query: { page: String(page) } });

/** Members whom the account doesn't follow. */
export const recommendedMembersQuery = (ids: CommunityIds, page: number) =>
  api.query(listRecommendedMembers, { params: ids, query: { page: String(page) } });

/** Members who follow the account. */
export const followingMembersQuery = (ids: CommunityIds, page: number) =>
  api.query(listFollowingMembers, { params: ids, query: { page: String(page) } });

/** Joins a community (`true`) or leaves it (`false`). */
export function useMembership(community: Pick<Community, "id" | "category_id">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (is_joined: boolean) => {
      const endpoint = is_joined ? joinCommunity : leaveCommunity;
      return (await send(endpoint, { params: getIds(community) })).data;
    },
    onSuccess: ({ community }) => {
      updateCommunityInCache(client, community);
      refetchMemberships(client);
    },
  });
}

/** Joins the chosen communities, or none of them if they are too many. */
export function useJoinCommunities() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (community_ids: string[]) =>
      (await send(joinCommunities, { body: { community_ids } })).data,
    onSuccess(joined) {
      client.setQueryData(joinedCommunitiesQuery().queryKey, joined);
      for (const community of joined.communities) updateCommunityInCache(client, community);
      refetchMemberships(client);
    },
  });
}

/** Saves that communities were suggested. If this fails, they are suggested once more. */
export function useMarkSuggestionsAsSeen() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => send(putCommunitySuggestions, {}),
    onSuccess: () => client.setQueryData(communitySuggestionsQuery().queryKey, { is_due: false }),
  });
  return mutate;
}

/** Mutes a community (`true`) or unmutes it (`false`). */
export function useMuteCommunity(community: Community) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (is_muted: boolean) =>
      (await send(muteCommunity, { params: getIds(community), body: { is_muted } })).data,
    onSuccess: ({ is_muted }) => {
      updateCommunityInCache(client, { ...community, is_muted });
      // Muted communities are not recommended.
      void client.invalidateQueries({ queryKey: [listRecommendedCommunities.name] });
    },
  });
}

/** Posts on X, from the linked X account, that the account takes part in a community. */
export const postParticipation = (ids: CommunityIds) =>
  send(shareCommunity, { params: ids, query: { provider: "twitter" } });

/** Asks a community the question of a draft, and refetches the lists of questions. */
export function useAskCommunity(ids: CommunityIds, draft: string) {
  const client = useQueryClient();
  return useKeyedSend({
    draft,
    send: async (body: string, idempotency_key) =>
      (await send(postCommunityQuestion, { params: ids, body: { body } }, { idempotency_key }))
        .data,
    onSuccess: ({ uuid_hash }) => {
      client.setQueryData(buildAskedKey(uuid_hash), true);
      refetchQuestions(client, listWaitingQuestions);
    },
  });
}

/** The key of the cache entry that says that the reader asked the question since this page was loaded. */
const buildAskedKey = (uuid_hash: string) => [postCommunityQuestion.name, uuid_hash];

/** Whether the reader has just asked the question. Lists don't say who asked a question. */
export const useIsJustAsked = (uuid_hash: string): boolean =>
  useQueryClient().getQueryData(buildAskedKey(uuid_hash)) !== undefined;

/** Returns a function that answers a community's question and resolves with the path of the answer's page. */
export function useSendAnswer(ids: CommunityIds, uuid: string) {
  const { locale } = useTexts();
  return async (body: string, idempotency_key: string): Promise<string> => {
    const params = { ...ids, uuid };
    if (Object.values(params).includes("")) {
      const error = new Error("An answer without a question or a community");
      reportError(error);
      throw error;
    }
    const { location, data } = await send(
      postCommunityAnswer,
      { params, body: { body } },
      { idempotency_key },
    );
    return location ?? `/${locale}/q/${uuid}?answer_id=${data.answer.id}`;
  };
}

export function useDeleteCommunityQuestion(ids: CommunityIds, uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(deleteCommunityQuestion, { params: { ...ids, uuid } }),
    onSuccess: () => refetchQuestions(client, listWaitingQuestions, listSendQuestions),
  });
}

/**
 * Returns a function that saves the last slide that was seen. It updates the cached account before the server
 * replies, so that the tutorial doesn't open by itself again even if saving fails.
 */
export function useTutorialProgress() {
  const client = useQueryClient();
  const key = api.query(getCurrentUser).queryKey;
  const { mutate } = useMutation({
    // Mutations with this scope run one after another, so that the last status is stored last.
    scope: { id: "community_tutorial" },
    mutationFn: (community_tutorial_status: CommunityTutorialStatus) =>
      send(putCommunityTutorial, { body: { community_tutorial_status } }),
  });
  return function save(status: CommunityTutorialStatus) {
    const data = client.getQueryData(key);
    if (!data || !("user" in data) || !isLaterThanSaved(data.user, status)) return;
    const saved: { user: CurrentUser } = {
      user: {
        ...data.user,
        community_tutorial_status: status,
        community_tutorial_has_not_began_yet: false,
      },
    };
    client.setQueryData(key, saved);
    mutate(status);
  };
}

function isLaterThanSaved(user: CurrentUser, status: CommunityTutorialStatus): boolean {
  const getRank = (status: CommunityTutorialStatus) => communityTutorialStatuses.indexOf(status);
  return getRank(status) > getRank(user.community_tutorial_status);
}

const queriesChangedByMembership = new Set<unknown>(
  [listJoinedCommunities, listOtherCommunities, listCommunities, listCommunityMembers].map(
    ({ name }) => name,
  ),
);

/** Refetches the lists of communities, and the tags of the advertisements on the page. */
function refetchMemberships(client: QueryClient): void {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queriesChangedByMembership.has(queryKey[0]) || queryKey[0] === getAdTags.name;
  void client.invalidateQueries({ predicate });
}

function refetchQuestions(client: QueryClient, ...others: { name: string }[]): void {
  const changed = new Set<unknown>([
    ...communityLists,
    ...others.map((endpoint) => endpoint.name),
    // They count the questions of their communities.
    ...queriesWithCommunities,
  ]);
  void client.invalidateQueries({ predicate: ({ queryKey }) => changed.has(queryKey[0]) });
}

const queriesWithCommunities = new Set<unknown>([
  ...queriesChangedByMembership,
  ...[getCommunity, listRecommendedCommunities, listSampleCommunities, listSampleQuestions].map(
    ({ name }) => name,
  ),
]);

/** Updates every cached copy of a community. */
function updateCommunityInCache(client: QueryClient, community: Community): void {
  client.setQueriesData(
    { predicate: ({ queryKey }) => queriesWithCommunities.has(queryKey[0]) },
    (data) => replaceCommunity(data, community),
  );
}

/** Returns a copy of the reply in which the community is replaced wherever it occurs. */
function replaceCommunity(data: unknown, community: Community): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((entry) => replaceCommunity(entry, community));
  if ("is_joined" in data && "id" in data) return data.id === community.id ? community : data;
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, replaceCommunity(value, community)]),
  );
}
