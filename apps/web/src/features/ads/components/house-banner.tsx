import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { RulesBanner, ShareBanner, ThemeBanner, WordsBanner } from "./banner-drawings.tsx";

type Banner = "share" | "words" | "rules" | "theme";

/** The banners of visitors lead to pages that need no account. */
const banners: Record<"account" | "visitor", readonly Banner[]> = {
  account: ["share", "words", "rules", "theme"],
  visitor: ["share", "rules"],
};

const drawings: Record<Banner, ReactNode> = {
  share: <ShareBanner />,
  words: <WordsBanner />,
  rules: <RulesBanner />,
  theme: <ThemeBanner />,
};

/**
 * One of the site's own banners, shown where other sites have advertisements. The seed decides which one.
 * With the id of a question as the seed, the question keeps its banner when the list changes.
 */
export function HouseBanner({ seed, isSignedIn }: { seed: string; isSignedIn: boolean }) {
  const { t } = useTexts();
  const [banner] = useState(() => pickBanner(seed, banners[isSignedIn ? "account" : "visitor"]));
  return (
    <BannerLink banner={banner}>
      <span className="short-text grid min-w-0 flex-1 basis-32 content-center gap-0.5 pb-3">
        <span className="text-xs text-ink-2">{t("ads.own_banner_label")}</span>
        <span className="leading-snug font-bold">{t(`ads.${banner}_title`)}</span>
        <span className="text-sm text-ink-2">{t(`ads.${banner}_text`)}</span>
      </span>
      <span className="ml-auto w-24 shrink-0 self-end sm:w-32">{drawings[banner]}</span>
    </BannerLink>
  );
}

function BannerLink({ banner, children }: { banner: Banner; children: ReactNode }) {
  const { locale } = useTexts();
  const linkProps = {
    "data-banner": banner,
    className:
      "mb-5 flex min-h-28 flex-wrap items-stretch gap-x-3 overflow-hidden rounded-sheet bg-brand-soft px-5 pt-3 text-ink-on-paper transition-transform duration-120 hover:brightness-[0.98] active:scale-[0.98]",
    children,
  };
  const params = { locale };
  switch (banner) {
    case "share":
      return <Link to="/$locale/itr" params={params} {...linkProps} />;
    case "words":
      return <Link to="/$locale/stg" params={params} hash="own-words" {...linkProps} />;
    case "rules":
      return (
        <Link to="/$locale/fxp/$slug" params={{ locale, slug: "guidelines" }} {...linkProps} />
      );
    case "theme":
      return <Link to="/$locale/stg" params={params} hash="cards" {...linkProps} />;
  }
}

function pickBanner(seed: string, banners: readonly Banner[]): Banner {
  let sum = 0;
  for (const byte of new TextEncoder().encode(seed)) sum += byte;
  return banners[sum % banners.length] ?? "share";
}
