import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import {
  bannerQuery,
  findShown,
  lastBannerKey,
  type ShownBanner,
} from "#features/banners/queries.ts";
import { findNextStep } from "#features/onboarding/components/tutorial.tsx";
import { tutorialQuery } from "#features/onboarding/queries.ts";
import { useDismissedToday } from "#lib/browser/dismissal.ts";
import { isPageBusy } from "#lib/browser/page-busy.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useIsModalOpen, useModal } from "./modal-host.tsx";

/** How often a banner that waits looks whether the page is free for it. */
const retryMilliseconds = 1_000;

/** Opens the banner of now, at most one a day in this browser, as soon as nobody types and nothing else is open. */
export function BannerOffer() {
  const { locale } = useTexts();
  const client = useQueryClient();
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  const isOnboarded = useIsOnboarded();
  const isLoaded = useIsPageLoaded();
  const [isShownToday, rememberShown] = useDismissedToday(lastBannerKey);
  const [query] = useState(() => bannerQuery(locale));
  const [isOver, setIsOver] = useState(false);
  const isAsking = useRef(false);
  const isWanted = isLoaded && isOnboarded && !isShownToday && !isModalOpen && !isOver;
  const { data } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY, enabled: isWanted });
  const isWaiting = isWanted && findShown(data) !== undefined;
  const open = useEffectEvent((banner: ShownBanner) => {
    if (!isWanted || isPageBusy()) return;
    rememberShown();
    modal.open("banner", { banner });
  });
  const ask = useEffectEvent(async () => {
    if (document.hidden || isPageBusy() || isAsking.current) return;
    isAsking.current = true;
    // The page may have waited long: asks again, unless the reply is a few seconds old.
    const reply = await client.fetchQuery(bannerQuery(locale)).catch(() => undefined);
    isAsking.current = false;
    const banner = findShown(reply);
    if (banner) open(banner);
    else setIsOver(true);
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void ask(), retryMilliseconds);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return null;
}

/** Whether the reader is no new account that is still being shown around; true for visitors. */
function useIsOnboarded(): boolean {
  const user = useCurrentUser();
  const { data } = useQuery({ ...tutorialQuery(), enabled: user !== undefined });
  if (!user) return true;
  if (!user.sign_up_complete || !data) return false;
  return findNextStep(data.tutorial_status, "home") === undefined;
}

/** Whether the page has loaded its pictures and scripts. */
function useIsPageLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(() => document.readyState === "complete");
  useEffect(() => {
    if (isLoaded) return;
    const load = () => setIsLoaded(true);
    addEventListener("load", load, { once: true });
    return () => removeEventListener("load", load);
  }, [isLoaded]);
  return isLoaded;
}
