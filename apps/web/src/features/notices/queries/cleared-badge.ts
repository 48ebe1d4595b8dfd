import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteBadge, type NavigationBadge } from "@toibako/contract/notices.ts";
import { useEffect } from "react";
import { send } from "#lib/http/client.ts";
import { badgesQuery, useBadges } from "./badges.ts";

/** Removes the mark that a place is new, because the account has opened it. */
export function useClearedBadge(keyword: NavigationBadge, isSignedIn: boolean): void {
  const client = useQueryClient();
  const id = useBadges(isSignedIn)?.find((badge) => badge.keyword === keyword)?.uuid_hash;
  const { mutate: clear } = useMutation({
    mutationFn: (uuid_hash: string) => send(deleteBadge, { params: { uuid_hash } }),
    onSettled: () => client.invalidateQueries({ queryKey: badgesQuery().queryKey }),
  });
  useEffect(() => {
    if (id) clear(id);
  }, [id, clear]);
}
