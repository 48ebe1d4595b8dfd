import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { postOgpImage } from "@toibako/contract/cards.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import {
  putAutoMessageRecruit,
  putAutoRecruit,
  shareAnswer,
  shareProfile,
} from "@toibako/contract/shares.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";

/** The account of the session, which is fresh in the cache for five minutes. */
const readerQuery = () => queryOptions({ ...api.query(getCurrentUser), staleTime: 300_000 });

/**
 * How the reader can post to X: from their linked account, on X's own page, or not at all, because
 * they could link X but haven't.
 */
export type WayToX = "linked" | "page" | "none";

export function useWayToX(): WayToX {
  const { data } = useQuery(readerQuery());
  const { site } = useRouter().options.context;
  const user = data && "user" in data ? data.user : undefined;
  if (user?.provider.includes("twitter")) return "linked";
  return user && site.providers.includes("twitter") ? "none" : "page";
}

export const postProfile = () => send(shareProfile);

/** Posts one's own answer from the linked account. */
export const postAnswer = (id: string) =>
  send(shareAnswer, { params: { id }, body: { provider: "twitter" } });

type Recruit = "is_auto_recruit" | "is_auto_message_recruit";

/** Switches automatic posts, and refetches the account; resolves once the change is shown. */
export async function setRecruit(client: QueryClient, flag: Recruit, isOn: boolean): Promise<void> {
  if (flag === "is_auto_recruit") await send(putAutoRecruit, { body: { is_auto_recruit: isOn } });
  else await send(putAutoMessageRecruit, { body: { is_auto_message_recruit: isOn } });
  await client.invalidateQueries({ queryKey: readerQuery().queryKey });
  await waitForCacheNotification();
}

/** Redraws the share image of the profile; resolves once the cache is updated. */
export async function redrawImage(client: QueryClient): Promise<void> {
  await send(postOgpImage);
  await client.invalidateQueries({ queryKey: [getUser.name] });
}
