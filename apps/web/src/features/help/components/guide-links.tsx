import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ComponentType } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LogoMark } from "#ui/drawings/logo.tsx";
import {
  FacebookMark,
  InstagramMark,
  KakaoMark,
  LineMark,
  TikTokMark,
  WeiboMark,
} from "#ui/marks/providers.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { type LinkSite, linkSites } from "../queries/pages.ts";

const marks: Record<LinkSite, ComponentType<{ size?: number }>> = {
  toibako: LogoMark,
  twitter: XMark,
  instagram: InstagramMark,
  facebook: FacebookMark,
  line: LineMark,
  tiktok: TikTokMark,
  weibo: WeiboMark,
  kakao: KakaoMark,
};

interface GuideLinksProps {
  /** The site whose guide the page shows, so that it needs no link. */
  except?: LinkSite;
  onNavigate?: () => void;
}

/** Links to the guide of each site. */
export function GuideLinks({ except, onNavigate }: GuideLinksProps) {
  return (
    <ul className="grid list-none gap-3 sm:grid-cols-2">
      {linkSites
        .filter((site) => site !== except)
        .map((site) => (
          <li key={site}>
            <GuideLink site={site} onNavigate={onNavigate} />
          </li>
        ))}
    </ul>
  );
}

interface GuideLinkProps {
  site: LinkSite;
  onNavigate: (() => void) | undefined;
}

function GuideLink({ site, onNavigate }: GuideLinkProps) {
  const { t, locale } = useTexts();
  const Mark = marks[site];
  return (
    <Link
      to="/$locale/itr"
      params={{ locale }}
      search={{ service: site }}
      onClick={onNavigate}
      className="flex min-h-14 items-center gap-3 rounded-xl bg-surface px-4 font-semibold shadow-e1 hover:bg-surface-2"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
        <Mark size={20} />
      </span>
      <span className="min-w-0 flex-1">{t(`help.service_${site}`)}</span>
      <ChevronRight size={20} className="shrink-0 text-brand" aria-hidden="true" />
    </Link>
  );
}
