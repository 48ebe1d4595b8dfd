import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getCurrentUser, getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Input, Output } from "@toibako/contract/endpoint.ts";
import { listBlocks } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  acceptMessageTerms,
  getTalk,
  listTalks,
  postTalkReport,
  releaseTalk,
  removeTalk,
  showStarter,
  startTalk,
  type Talk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { api, send } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

type TalksPage = Output<typeof listTalks>;
type AccountReply = Output<typeof getCurrentUser>;

const talkLists = { queryKey: [listTalks.name] };
const heldTalksKey = "heldTalks";

/** The talks of the account, the one with the newest message first; 20 a page. */
export const talksQuery = (page: number) => api.query(listTalks, { query: { page: String(page) } });

/** The talks that wait, because they arrived while calm mode was on, as an infinite list. */
export const heldTalksQuery = () =>
  infiniteQueryOptions({
    queryKey: [heldTalksKey],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listTalks, { query: { page: String(pageParam), held: "true" } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

export const talkQuery = (uuid: string) => api.query(getTalk, { params: { uuid } });

/** Starts a talk with an account, or finds the one that was started before. Resolves with its id. */
export const startTalkWith = async (account: string): Promise<string> =>
  (await send(startTalk, { body: { talk: { account } } })).data.talk.uuid;

/** Refetches the lists of talks and the unread counts, for example after a message has arrived. */
export function refreshTalks(client: QueryClient): void {
  const names = [listTalks.name, heldTalksKey, getUnreadCounts.name];
  for (const name of names) void client.invalidateQueries({ queryKey: [name] });
}

/** Changes a talk in the cache, for example its unread count after it was read. */
export function changeCachedTalk(client: QueryClient, uuid: string, changes: Partial<Talk>): void {
  const change = (talk: Talk) => (talk.uuid === uuid ? { ...talk, ...changes } : talk);
  client.setQueryData<Output<typeof getTalk>>(
    talkQuery(uuid).queryKey,
    (cached) => cached && { talk: change(cached.talk) },
  );
  client.setQueriesData<TalksPage>(
    talkLists,
    (cached) => cached && { ...cached, talks: cached.talks.map(change) },
  );
}

/** Mutes a talk, or ends it for the account; each can be undone. */
export function useUpdateTalk(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (changes: Input<typeof updateTalk>["body"]) =>
      (await send(updateTalk, { params: { uuid }, body: changes })).data.talk,
    onSuccess: (talk) => changeCachedTalk(client, uuid, talk),
  });
}

/** Shows the receiver who has started the talk, which can't be undone. */
export function useShowStarter(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await send(showStarter, { params: { uuid } })).data.talk,
    onSuccess: (talk) => changeCachedTalk(client, uuid, talk),
  });
}

/** Takes a talk that waits into the list. */
export function useReleaseTalk(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await send(releaseTalk, { params: { uuid } })).data.talk,
    onSuccess: (talk) => {
      changeCachedTalk(client, uuid, talk);
      refreshTalks(client);
    },
    // Another tab may have accepted or removed it.
    onError: () => refreshTalks(client),
  });
}

/** Removes a talk from the account's list, with its messages until now. */
export function useRemoveTalk(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(removeTalk, { params: { uuid } }),
    onSuccess: () => forgetTalk(client, uuid),
    onError: () => refreshTalks(client),
  });
}

/**
 * Removes a talk from the cached lists. The talk itself stays in the cache until its page is left, which would else
 * show that it isn't found.
 */
function forgetTalk(client: QueryClient, uuid: string): void {
  client.setQueriesData<TalksPage>(
    talkLists,
    (cached) => cached && { ...cached, talks: cached.talks.filter((talk) => talk.uuid !== uuid) },
  );
  void client.invalidateQueries({ queryKey: talkQuery(uuid).queryKey, refetchType: "none" });
  refreshTalks(client);
}

/** Accepts the terms of messages, and updates the cached account. */
export function useAcceptTerms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(acceptMessageTerms),
    onSuccess: () =>
      client.setQueryData<AccountReply>([getCurrentUser.name], (cached) =>
        cached && "user" in cached
          ? { user: { ...cached.user, is_message_tos_showed: true } }
          : cached,
      ),
  });
}

export type TalkReport = Omit<Input<typeof postTalkReport>["body"], "uuid" | "locale">;

/** Reports a talk; in the mode `block`, its partner is blocked too and the talk leaves the list. */
export function useReportTalk(uuid: string) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: (report: TalkReport) => send(postTalkReport, { body: { uuid, locale, ...report } }),
    onSuccess: (_reply, { mode }) => {
      if (mode === "block") forgetTalk(client, uuid);
      else changeCachedTalk(client, uuid, { is_reported: true });
      const names = [listBlocks, listNotices].map(({ name }) => name);
      for (const name of names) void client.invalidateQueries({ queryKey: [name] });
    },
  });
}
