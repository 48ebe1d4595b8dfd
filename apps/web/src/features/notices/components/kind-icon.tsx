import type { CardTheme } from "@toibako/contract/cards.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import {
  CreditCard,
  Heart,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageCircle,
  MessageCircleReply,
  ShieldAlert,
  UserPlus,
  UsersRound,
} from "lucide-react";
import { cx } from "#ui/cx.ts";

/** The icon of each kind, and the theme whose colours its round has; decisions of staff have those of a warning. */
const looks: Record<NoticeKind, { Icon: LucideIcon; theme?: CardTheme }> = {
  new_question: { Icon: Mail, theme: "mint" },
  new_answer_like: { Icon: Heart, theme: "sakura" },
  new_answer_to_community_question: { Icon: UsersRound, theme: "lavender" },
  new_answer: { Icon: MessageCircleReply, theme: "sunset" },
  new_follower: { Icon: UserPlus, theme: "forest" },
  new_talk_message: { Icon: MessageCircle, theme: "washi" },
  payment: { Icon: CreditCard, theme: "mono" },
  release_note: { Icon: Megaphone, theme: "night" },
  moderation: { Icon: ShieldAlert },
};

/** The icon for the kind of a notice, on a round in the colour of the kind. */
export function KindIcon({ kind }: { kind: NoticeKind }) {
  const { Icon, theme } = looks[kind];
  return (
    <span
      data-kind={kind}
      data-card-theme={theme}
      className={cx(
        "grid size-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-full",
        theme ? "bg-flap text-ink-on-paper" : "bg-warn-ink text-warn-bg",
      )}
    >
      <Icon
        size={22}
        className={cx(kind === "new_answer_like" && "fill-current")}
        aria-hidden="true"
      />
    </span>
  );
}
