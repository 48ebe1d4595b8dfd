import { Link } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { ChevronLeft } from "lucide-react";
import { createElement, type ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { getIds } from "../queries.ts";
import { CommunityCounts, PopularMark } from "./community-card.tsx";
import { CommunityIcon } from "./community-icon.tsx";

interface CommunityHeaderProps {
  community: Community;
  /** Shown below the description in a disclosure. */
  rules?: string;
  /** The join button and the menu. */
  actions: ReactNode;
  /** Beside the counts. */
  askButton?: ReactNode;
  /** Whether this is the main page of the community. On others, the name is a link to the main page. */
  isMainPage?: boolean;
}

/** The header of all pages of a community: banner, icon, name, and a link to the list of all communities. */
export function CommunityHeader({
  community,
  rules,
  actions,
  askButton,
  isMainPage = false,
}: CommunityHeaderProps) {
  return (
    <header className="mb-5 overflow-hidden rounded-sheet bg-surface shadow-e2">
      <img
        src={community.main_image_uri}
        alt=""
        width={1200}
        height={400}
        className={
          isMainPage
            ? "h-20 w-full bg-paper object-cover object-[50%_68%] sm:aspect-[3/1] sm:h-auto"
            : "h-16 w-full bg-paper object-cover object-[50%_68%] sm:h-24"
        }
      />
      <div className="px-5 pb-5">
        <div className="-mt-8 flex flex-wrap items-end gap-x-3">
          <CommunityIcon src={community.icon_uri} size={72} className="ring-4 ring-surface" />
          <div className="ml-auto flex flex-wrap items-center justify-end gap-1 pt-10">
            {actions}
          </div>
        </div>
        <NameAndCategory community={community} isMainPage={isMainPage} />
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CommunityCounts community={community} showsWords />
            {community.is_popular && <PopularMark />}
          </div>
          {askButton}
        </div>
        {isMainPage && (
          <p dir="auto" className="mt-2 text-md">
            {community.description}
          </p>
        )}
        {isMainPage && rules && <Rules rules={rules} />}
        <AllCommunitiesLink />
      </div>
    </header>
  );
}

function NameAndCategory({ community, isMainPage }: { community: Community; isMainPage: boolean }) {
  const { locale } = useTexts();
  const { name, category_name } = community;
  return (
    <>
      <p className="mt-2 text-sm leading-snug text-ink-2">{category_name}</p>
      {createElement(
        isMainPage ? "h1" : "p",
        { className: "running-text text-xl leading-tight font-bold wrap-anywhere" },
        isMainPage ? (
          `#${name}`
        ) : (
          <Link
            to="/$locale/communities/$community_id/categories/$category_id"
            params={{ locale, ...getIds(community) }}
            className="rounded-sm hover:underline"
          >
            #{name}
          </Link>
        ),
      )}
    </>
  );
}

function Rules({ rules }: { rules: string }) {
  const { t } = useTexts();
  return (
    <div className="mt-2">
      <Disclosure title={t("communities.rules")}>
        <FoldedText text={rules} className="text-sm text-ink-2" />
      </Disclosure>
    </div>
  );
}

function AllCommunitiesLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/communities"
      params={{ locale }}
      className="-mb-3 mt-1 inline-flex min-h-11 items-center gap-1 rounded-sm text-sm font-semibold text-brand"
    >
      <ChevronLeft size={18} aria-hidden="true" />
      {t("communities.to_top")}
    </Link>
  );
}
