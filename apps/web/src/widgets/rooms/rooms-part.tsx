import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { ReactNode } from "react";
import { currentUserQuery } from "#features/accounts/queries.ts";
import { JoinableRooms, RoomList } from "#features/rooms/components/room-list.tsx";
import { offersRooms, refreshRoomLists } from "#features/rooms/queries/lists.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { PageSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { BirthDateForm } from "#widgets/modals/birth-date-form.tsx";

interface RoomsPartProps {
  user: CurrentUser;
  /** The room that the page shows. */
  current: string | undefined;
  pages: PageSearch;
}

/**
 * The rooms of the account, then those that it can join, and the registration of a birthday if it has none. Where no
 * rooms are offered, only the first of these.
 */
export function RoomsPart({ user, current, pages }: RoomsPartProps) {
  const { locale } = useTexts();
  const isOffered = offersRooms(locale);
  const hasBirthday = user.birthday !== null;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <RoomList
          address={{
            ...pages,
            link: (search) => (
              <Link
                to="/$locale/me/talks"
                params={{ locale }}
                search={{ tab: "rooms", ...search }}
              />
            ),
          }}
          current={current}
          empty={<NoRooms isOffered={isOffered} />}
        />
      </div>
      {isOffered && hasBirthday && <Joinable />}
      {isOffered && !hasBirthday && <Registration user={user} />}
    </div>
  );
}

function NoRooms({ isOffered }: { isOffered: boolean }) {
  const { t, locale } = useTexts();
  return (
    <EmptyState
      // Small, because what can be done stands below it.
      drawing={
        <div className="mx-auto w-32">
          <FriendsDrawing />
        </div>
      }
      title={t("rooms.empty_title")}
      className="py-2!"
      action={
        !isOffered && (
          <Link to="/$locale/me/talks" params={{ locale }} className={buildButtonClass()}>
            {t("rooms.to_talks")}
          </Link>
        )
      }
    >
      {isOffered && t("rooms.empty_text")}
    </EmptyState>
  );
}

function Joinable() {
  const { t } = useTexts();
  return (
    <Part title={t("rooms.joinable_title")}>
      <JoinableRooms />
    </Part>
  );
}

function Registration({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const client = useQueryClient();
  function reload() {
    void client.invalidateQueries({ queryKey: currentUserQuery().queryKey });
    refreshRoomLists(client);
  }
  return (
    <Part title={t("rooms.joinable_title")}>
      <div className="grid gap-4 rounded-xl bg-surface p-5 shadow-e1">
        <p className="text-sm text-ink-2">{t("rooms.birthday_text")}</p>
        <BirthDateForm user={user} onRegistered={reload} />
      </div>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}
