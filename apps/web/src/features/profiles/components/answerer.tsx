import { Link } from "@tanstack/react-router";
import type { Item } from "@toibako/contract/items.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";

/** Who answered, and when. */
export function Answerer({ item }: { item: Item }) {
  const { locale } = useTexts();
  const { answered_user_account: account, answered_user_name, answered_user_icon } = item;
  return (
    <div className="flex min-h-11 items-center gap-3">
      <Link
        to="/$locale/$account"
        params={{ locale, account }}
        className="flex min-h-11 min-w-0 items-center gap-2.5 text-[0.9375rem] leading-snug font-bold"
      >
        <Avatar seed={account} src={answered_user_icon} />
        <span className="line-clamp-2">{answered_user_name}</span>
      </Link>
      <FormattedDate
        at={item.answered_at}
        form="age"
        text={item.relative_time}
        className="shrink-0 text-xs text-ink-2"
      />
    </div>
  );
}
