import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { readMore } from "#lib/page/growing-list.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { batonQuery } from "../queries/people.ts";
import { BatonForm } from "./baton-form.tsx";
import { UnloadedPeople } from "./unloaded-people.tsx";

interface BatonDialogProps {
  /** The answered question. */
  uuid_hash: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog that passes a question on to friends. */
export function BatonDialog({ uuid_hash, open, onOpenChange }: BatonDialogProps) {
  const { t } = useTexts();
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("friends.baton_title")}
      closeLabel={t("common.close")}
    >
      <Friends uuid_hash={uuid_hash} onPassed={() => onOpenChange(false)} />
    </Sheet>
  );
}

/** The friends who receive batons: loading, empty, error and loaded states. */
function Friends({ uuid_hash, onPassed }: { uuid_hash: string; onPassed: () => void }) {
  const list = useInfiniteQuery(batonQuery(uuid_hash));
  const { data } = list;
  if (!data) return <UnloadedPeople query={list} />;
  const friends = data.pages.flatMap((page) => page.friends);
  if (friends.length === 0) return <NoFriends />;
  return (
    <BatonForm
      uuid_hash={uuid_hash}
      friends={friends}
      left={data.pages[0]?.left ?? 0}
      more={readMore(list)}
      onPassed={onPassed}
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
          search={{ tab: "recommend" }}
          className={buildButtonClass({ variant: "outline" })}
        >
          {t("friends.to_people")}
        </Link>
      }
    >
      {t("friends.no_receivers_text")}
    </EmptyState>
  );
}
