import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { questionQuery } from "#features/questions/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

type Destination = "home" | "inbox" | "friends" | "communities" | "messages" | "own_page";

/** The last main destination that was open in this tab; a page below it keeps it lit. */
let lastDestination: Destination | undefined;

/**
 * Returns the main destination that is lit in the navigation: the open one, or else the one from which the reader came
 * in this tab, or for an own question the inbox; undefined for every other page. It changes with the press, before the
 * next page is loaded.
 */
export function useCurrentDestination(): {
  current: Destination | undefined;
  isAbovePage: boolean;
} {
  const { locale } = useTexts();
  const account = useCurrentUser()?.account;
  const path = useLocation({ select: ({ pathname }) => pathname.slice(locale.length + 1) });
  const open = findDestination(path, account);
  // The server and the hydration don't know from where the reader came.
  const [cameFrom, setCameFrom] = useState(() => lastDestination);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a step
  useEffect(() => {
    if (open) lastDestination = open;
    setCameFrom(lastDestination);
  }, [open, path]);
  const isOwnQuestion = useIsOwnQuestion(path);
  const current = open ?? cameFrom ?? (isOwnQuestion ? "inbox" : undefined);
  return { current, isAbovePage: open === undefined };
}

const mainPages = new Set([
  "",
  "/me/home",
  "/me/setup",
  "/not_login_user",
  "/box",
  "/box/reply",
  "/box/dust",
  "/me/friends",
  "/communities",
  "/me/talks",
  "/acc/login",
  "/acc/regist",
]);

/** Whether a page is one of the main destinations, not one below them. */
export function isMainPage(path: string, account: string | undefined): boolean {
  return mainPages.has(path) || (account !== undefined && path === `/${account}`);
}

function findDestination(path: string, account: string | undefined): Destination | undefined {
  if (path === "/me/home" || path === "/not_login_user") return "home";
  if (path === "/box" || path.startsWith("/box/")) return "inbox";
  if (path === "/me/friends" || path.startsWith("/me/friends/")) return "friends";
  if (path === "/communities" || path.startsWith("/communities/")) return "communities";
  if (path === "/me/talks" || /^\/me\/(talks|group_talks)\//.test(path)) return "messages";
  return account !== undefined && path === `/${account}` ? "own_page" : undefined;
}

/** Whether the open page is that of a question to the account, which the page itself loads. */
function useIsOwnQuestion(path: string): boolean {
  const { uuid = "" } = useParams({ strict: false });
  const { answer_id } = useSearch({ strict: false });
  const { data } = useQuery({ ...questionQuery(uuid, answer_id), enabled: false });
  return path.startsWith("/q/") && data?.question.is_mine === true;
}
