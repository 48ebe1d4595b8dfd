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

const iconsOfKinds: Record<NoticeKind, { Icon: LucideIcon; colour?: string }> = {
  new_question: { Icon: Mail },
  new_answer_like: { Icon: Heart, colour: "bg-like-soft text-like" },
  new_answer_to_community_question: { Icon: UsersRound },
  new_answer: { Icon: MessageCircleReply },
  new_follower: { Icon: UserPlus },
  new_talk_message: { Icon: MessageCircle },
  payment: { Icon: CreditCard },
  release_note: { Icon: Megaphone },
  moderation: { Icon: ShieldAlert, colour: "bg-warn-bg text-warn-ink" },
};

/** The icon for the kind of a notice. */
export function KindIcon({ kind, isSmall = false }: { kind: NoticeKind; isSmall?: boolean }) {
  const { Icon, colour = "bg-paper text-brand in-data-new:bg-surface" } = iconsOfKinds[kind];
  return (
    <span
      data-kind={kind}
      className={cx(
        "grid shrink-0 place-items-center rounded-full",
        isSmall ? "size-5" : "size-11",
        colour,
      )}
    >
      <Icon
        size={isSmall ? 12 : 22}
        className={cx(kind === "new_answer_like" && "fill-current")}
        aria-hidden="true"
      />
    </span>
  );
}
