import { Link } from "@tanstack/react-router";
import type { Talk } from "@toibako/contract/talks.ts";
import { ArrowLeft, BellOff, Flag } from "lucide-react";
import type { ReactNode } from "react";
import {
  describePartner,
  isPartnerAnonymous,
  PartnerIcon,
} from "#features/talks/components/partner.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { ConversationHeader } from "#ui/surfaces/conversation-frame.tsx";

interface TalkHeaderProps {
  talk: Talk;
  /** The menu. */
  children?: ReactNode;
}

/** Who the partner is, the way back to the list where it isn't beside the talk, and the menu. */
export function TalkHeader({ talk, children }: TalkHeaderProps) {
  const { t, locale } = useTexts();
  return (
    <ConversationHeader
      back={
        <IconButton
          label={t("messages.to_list")}
          icon={<ArrowLeft size={24} />}
          render={<Link to="/$locale/me/talks" params={{ locale }} />}
          className="lg:hidden"
        />
      }
      picture={talk.is_viewable && <PartnerIcon talk={talk} size={36} />}
      title={<PartnerName talk={talk} />}
      state={<State talk={talk} />}
    >
      {children}
    </ConversationHeader>
  );
}

function PartnerName({ talk }: { talk: Talk }) {
  const { t, locale } = useTexts();
  if (!talk.is_viewable) return <span>{t("talks.locked")}</span>;
  const name = <bdi>{describePartner(talk, t)}</bdi>;
  const account = talk.partner?.account;
  if (!account || isPartnerAnonymous(talk)) return name;
  return (
    <Link to="/$locale/$account" params={{ locale, account }} className="hover:underline">
      {name}
    </Link>
  );
}

/** What the reader has done to the talk, and who they are for the partner. */
function State({ talk: { is_muted, is_reported, is_starter, is_starter_shown } }: { talk: Talk }) {
  const { t } = useTexts();
  const isAnonymous = is_starter && !is_starter_shown;
  if (!(is_muted || is_reported || isAnonymous)) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs leading-snug text-ink-2">
      {isAnonymous && <span>{t("messages.you_are_anonymous")}</span>}
      {is_muted && (
        <span className="inline-flex items-center gap-1">
          <BellOff size={12} aria-hidden="true" />
          <span>{t("talks.muted")}</span>
        </span>
      )}
      {is_reported && (
        <span className="inline-flex items-center gap-1">
          <Flag size={12} aria-hidden="true" />
          <span>{t("talks.reported")}</span>
        </span>
      )}
    </p>
  );
}
