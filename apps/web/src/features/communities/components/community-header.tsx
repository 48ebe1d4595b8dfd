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
  /** Beside the actions. */
  askButton?: ReactNode;
  /** Whether this is the main page of the community. On others, the name is a link to the main page. */
  isMainPage?: boolean;
}

/** The header of all pages of a community: icon and name, on the main page also the banner, and above them a link to the list of all communities. */
export function CommunityHeader({
  community,
  rules,
  actions,
  askButton,
  isMainPage = false,
}: CommunityHeaderProps) {
  const name = <NameAndCounts community={community} isMainPage={isMainPage} />;
  return (
    <>
      <AllCommunitiesLink />
      <header className="mb-5 overflow-hidden rounded-sheet bg-surface shadow-e2">
        {isMainPage && (
          <img
            src={community.main_image_uri}
            alt=""
            width={1200}
            height={400}
            className="h-20 w-full bg-paper object-cover object-[50%_68%] sm:h-36"
          />
        )}
        <div className="px-5 pb-5">
          {isMainPage ? (
            <>
              <CommunityIcon
                src={community.icon_uri}
                size={72}
                className="relative -mt-8 mb-2 ring-4 ring-surface"
              />
              {name}
              <p dir="auto" className="mt-2 text-md">
                {community.description}
              </p>
            </>
          ) : (
            <div className="flex flex-wrap items-center gap-x-3 pt-4">
              <CommunityIcon src={community.icon_uri} size={56} />
              <div className="min-w-0 flex-1 basis-40">{name}</div>
            </div>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {askButton}
            {actions}
          </div>
          {isMainPage && rules && <Rules rules={rules} />}
        </div>
      </header>
    </>
  );
}

function NameAndCounts({ community, isMainPage }: { community: Community; isMainPage: boolean }) {
  const { locale } = useTexts();
  const { name, category_name } = community;
  return (
    <>
      <p className="text-sm leading-snug text-ink-2">{category_name}</p>
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
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <CommunityCounts community={community} showsWords />
        {community.is_popular && <PopularMark />}
      </div>
    </>
  );
}

function Rules({ rules }: { rules: string }) {
  const { t } = useTexts();
  return (
    <div className="mt-3">
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
      className="short-text -mt-2 mb-1 -ml-1 inline-flex min-h-11 items-center gap-1 rounded-sm text-sm font-semibold text-brand"
    >
      <ChevronLeft size={18} aria-hidden="true" />
      {t("communities.to_top")}
    </Link>
  );
}
