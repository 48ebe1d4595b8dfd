import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { messagesBadge } from "@toibako/contract/notices.ts";
import { createElement, type ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useClearedBadge } from "#features/notices/queries/cleared-badge.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { HeldTalks } from "#features/talks/components/held-talks.tsx";
import { TalkList } from "#features/talks/components/talk-list.tsx";
import { talksQuery } from "#features/talks/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { PageSearch } from "#lib/page/search.ts";
import { ListDetailPage } from "#ui/surfaces/list-detail-page.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ShellRail } from "#widgets/page/shell-page.tsx";
import { OpenChatLink } from "#widgets/rooms/open-chat-link.tsx";
import { RoomsPart } from "#widgets/rooms/rooms-part.tsx";
import { Footer } from "#widgets/shell/footer.tsx";
import { useMessageTerms } from "./message-terms.ts";
import { AskForMessages, NoTalks } from "./no-talks.tsx";
import { ReceivingNote } from "./receiving-note.tsx";
import { type TalksTab, TalksTabs } from "./talks-tabs.tsx";

interface TalksPageProps {
  tab: TalksTab;
  /** The talk or the room that is open beside the list, or on narrow screens instead of it. */
  current: string | undefined;
  /** The pages of the list that the address shows. */
  pages: PageSearch;
  children: ReactNode;
}

/** The list of talks or of rooms, and the open one beside it. */
export function TalksPage({ tab, current, pages, children }: TalksPageProps) {
  const { t } = useTexts();
  const user = useCurrentUser();
  useMessageTerms(current ?? "list");
  useClearedBadge(messagesBadge, true);
  const isDetailOpen = current !== undefined;
  // The heading of an open conversation is that of the page.
  const level = isDetailOpen ? "h2" : "h1";
  const heading = createElement(level, { className: "text-xl" }, t("shell.messages"));
  const Part = tab === "rooms" ? Rooms : Talks;
  return (
    <ListDetailPage
      rail={<ShellRail />}
      list={user && <Part user={user} current={current} pages={pages} heading={heading} />}
      listLabel={t(tab === "rooms" ? "rooms.list" : "talks.list")}
      isDetailOpen={isDetailOpen}
      // A conversation ends with the field for its next message.
      {...(!isDetailOpen && { footer: <Footer /> })}
    >
      {children}
    </ListDetailPage>
  );
}

type PartProps = Pick<TalksPageProps, "current" | "pages"> & {
  user: CurrentUser;
  heading: ReactNode;
};

function Rooms({ heading, ...rest }: PartProps) {
  return (
    <>
      <div className="mb-2">{heading}</div>
      <TalksTabs tab="rooms" />
      <RoomsPart {...rest} />
    </>
  );
}

function Talks({ user, current, pages, heading }: PartProps) {
  const { locale } = useTexts();
  const modal = useModal();
  const { data } = useQuery(talksQuery(pages.from ?? pages.page ?? 1));
  const isEmpty = data?.pager.total_count === 0;
  return (
    <>
      {current === undefined && <Tutorial page="talks" />}
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="contents">{heading}</div>
        {!isEmpty && <AskForMessages account={user.account} size="sm" />}
      </div>
      <TalksTabs tab="talks" />
      <OpenChatLink user={user} />
      {!user.is_receive_dm && <ReceivingNote className="mb-4" />}
      <HeldTalks
        count={data?.held_count ?? 0}
        onReport={({ uuid }) => modal.open("report_talk", { uuid })}
      />
      <TalkList
        address={{
          ...pages,
          link: (search) => <Link to="/$locale/me/talks" params={{ locale }} search={search} />,
        }}
        current={current}
        onLocked={() => modal.open("charge_required")}
        // On wide screens it stands beside the list, unless a talk does.
        empty={
          <div className={current === undefined ? "lg:hidden" : undefined}>
            <NoTalks account={user.account} />
          </div>
        }
      />
    </>
  );
}
