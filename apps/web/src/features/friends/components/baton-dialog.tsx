import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { EmptyState } from "#ui/states.tsx";
import { batonQuery } from "../queries.ts";
import { BatonForm } from "./baton-form.tsx";
import { NoPeopleYet } from "./no-people-yet.tsx";

interface BatonDialogProps {
  /** The answered question. */
  uuid_hash: string;
  open: boolean;
  on_open_change: (open: boolean) => void;
}

/** Over the page: to whom of one's friends a question is passed on. */
export function BatonDialog({ uuid_hash, open, on_open_change }: BatonDialogProps) {
  const { t } = useTexts();
  return (
    <Sheet
      open={open}
      onOpenChange={on_open_change}
      title={t("friends.baton_title")}
      closeLabel={t("common.close")}
    >
      <Friends uuid_hash={uuid_hash} on_passed={() => on_open_change(false)} />
    </Sheet>
  );
}

/** The friends who receive batons, with all four faces of a list. */
function Friends({ uuid_hash, on_passed }: { uuid_hash: string; on_passed: () => void }) {
  const list = useInfiniteQuery(batonQuery(uuid_hash));
  const { data } = list;
  if (!data) return <NoPeopleYet query={list} />;
  const friends = data.pages.flatMap((page) => page.friends);
  if (friends.length === 0) return <NoFriends />;
  return (
    <BatonForm
      uuid_hash={uuid_hash}
      friends={friends}
      left={data.pages[0]?.left ?? 0}
      more={
        list.hasNextPage
          ? { pending: list.isFetchingNextPage, on_press: () => void list.fetchNextPage() }
          : undefined
      }
      on_passed={on_passed}
    />
  );
}

function NoFriends() {
  const { t, locale } = useTexts();
  return (
    <EmptyState
      drawing={<FriendsDrawing />}
      title={t("friends.no_receivers_title")}
      className="py-2"
      action={
        <Link
          to="/$locale/me/friends"
          params={{ locale }}
          search={{ tab: "followers" }}
          className={buttonClass({ variant: "outline" })}
        >
          {t("friends.to_followers")}
        </Link>
      }
    >
      {t("friends.no_receivers_text")}
    </EmptyState>
  );
}
