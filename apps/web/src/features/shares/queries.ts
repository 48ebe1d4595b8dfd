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

/** Milliseconds; the same as in `features/accounts/queries.ts`. */
const currentUserStaleTime = 300_000;

/** The account of the session. */
const currentUserQuery = () =>
  queryOptions({ ...api.query(getCurrentUser), staleTime: currentUserStaleTime });

/**
 * How the reader can post to X: from their linked X account ("linked"), or on X's own page ("page"). A
 * reader who could link X, but hasn't, is offered neither ("none").
 */
export type XPostMethod = "linked" | "page" | "none";

export function useXPostMethod(): XPostMethod {
  const { data } = useQuery(currentUserQuery());
  const { site } = useRouter().options.context;
  const user = data && "user" in data ? data.user : undefined;
  if (user?.provider.includes("twitter")) return "linked";
  return user && site.providers.includes("twitter") ? "none" : "page";
}

export const postProfile = () => send(shareProfile);

/** Posts an answer of the account from the linked X account. */
export const postAnswer = (id: string) =>
  send(shareAnswer, { params: { id }, body: { provider: "twitter" } });

type WeeklyPostFlag = "is_auto_recruit" | "is_auto_message_recruit";

/** Switches a weekly post on or off and refetches the account; resolves when the change is shown. */
export async function setWeeklyPost(
  client: QueryClient,
  flag: WeeklyPostFlag,
  isOn: boolean,
): Promise<void> {
  if (flag === "is_auto_recruit") await send(putAutoRecruit, { body: { is_auto_recruit: isOn } });
  else await send(putAutoMessageRecruit, { body: { is_auto_message_recruit: isOn } });
  await client.invalidateQueries({ queryKey: currentUserQuery().queryKey });
  await waitForCacheNotification();
}

/** Redraws the card of the profile; resolves when the cached profile has the new address of the card. */
export async function redrawCard(client: QueryClient): Promise<void> {
  await send(postOgpImage);
  await client.invalidateQueries({ queryKey: [getUser.name] });
}
