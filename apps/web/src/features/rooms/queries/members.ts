import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  getRoomMember,
  hideRoomMember,
  listRoomAnswers,
  listRoomMembers,
  type RoomMember,
} from "@toibako/contract/rooms/members.ts";
import { useEffect, useEffectEvent } from "react";
import { api, send } from "#lib/http/client.ts";

type MembersPage = Output<typeof listRoomMembers>;

/** The present members of a room, the reader first, as an infinite list. */
export const membersQuery = (uuid: string) =>
  infiniteQueryOptions({
    queryKey: [listRoomMembers.name, { uuid }],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listRoomMembers, { params: { uuid }, query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

/** Refetches what is shown of the members of rooms, for example after one has joined, left or changed their name. */
export function refreshMembers(client: QueryClient): void {
  const names = [listRoomMembers.name, getRoomMember.name, listRoomAnswers.name];
  for (const name of names) void client.invalidateQueries({ queryKey: [name] });
}

/** Hides the messages of a member from the reader, or shows them again. */
export function useHideMember() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [hideRoomMember.name],
    mutationFn: async ({ id, is_hidden }: Pick<RoomMember, "id" | "is_hidden">) =>
      (await send(hideRoomMember, { params: { id }, body: { is_hidden } })).data,
    onSuccess: ({ is_hidden }, { id }) => {
      const change = (member: RoomMember) => (member.id === id ? { ...member, is_hidden } : member);
      client.setQueriesData<Output<typeof getRoomMember>>(
        { queryKey: [getRoomMember.name] },
        (cached) => (cached?.id === id ? { ...cached, is_hidden } : cached),
      );
      client.setQueriesData<InfiniteData<MembersPage>>(
        { queryKey: [listRoomMembers.name] },
        (cached) =>
          cached && {
            ...cached,
            pages: cached.pages.map((page) => ({ ...page, members: page.members.map(change) })),
          },
      );
    },
  });
}

/** Calls a function after a member was hidden or shown again, wherever on the page. */
export function useMemberHidden(
  onChange: (member: Pick<RoomMember, "id" | "is_hidden">) => void,
): void {
  const client = useQueryClient();
  const handleChange = useEffectEvent(onChange);
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        const { options, state } = event.mutation;
        if (options.mutationKey?.[0] !== hideRoomMember.name) return;
        handleChange(state.variables as Pick<RoomMember, "id" | "is_hidden">);
      }),
    [client],
  );
}
