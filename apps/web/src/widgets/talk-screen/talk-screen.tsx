import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { Talk } from "@toibako/contract/talks.ts";
import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ConversationSheet } from "#ui/surfaces/conversation-frame.tsx";
import { OpenTalk } from "./conversation.tsx";
import { TalkHeader } from "./header.tsx";
import { TalkMenu } from "./menu.tsx";

export interface TalkScreenProps {
  talk: Talk;
  /** Whether the talk was deleted while its page was open. */
  isGone?: boolean;
  user: CurrentUser;
  /** Shown between the header and the messages. */
  banner?: ReactNode;
  /**
   * Called with the error of a failed message. If something must be done before the message can be sent, opens what it
   * takes, calls `repeat` afterwards, and returns true.
   */
  openModalFor: (error: unknown, repeat: () => void) => boolean;
  onReport: () => void;
  /** Called when a talk is pressed that can't be read without paying. */
  onChargeNeeded: () => void;
  /** Called after the talk was removed from the list. */
  onRemoved: () => void;
}

/** A talk with its header, messages and composer. It fills the height of its container. */
export function TalkScreen(props: TalkScreenProps) {
  const { talk, banner, onReport, onRemoved } = props;
  return (
    <ConversationSheet>
      <TalkHeader talk={talk}>
        {talk.is_viewable && <TalkMenu talk={talk} onReport={onReport} onRemoved={onRemoved} />}
      </TalkHeader>
      {banner && <div className="px-4 pt-2 empty:hidden">{banner}</div>}
      {/* A conversation is kept in the state of the component, so each talk has its own. */}
      {talk.is_viewable ? <OpenTalk key={talk.uuid} {...props} /> : <LockedTalk {...props} />}
    </ConversationSheet>
  );
}

/** A talk that can't be read without paying: nothing but that a message has arrived. */
function LockedTalk({ onChargeNeeded }: TalkScreenProps) {
  const { t } = useTexts();
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
      <EmptyState
        drawing={
          <div className="grid place-items-center">
            <span className="grid size-20 place-items-center rounded-full bg-paper text-brand">
              <LockKeyhole size={36} aria-hidden="true" />
            </span>
          </div>
        }
        title={t("talks.locked")}
        action={<Button onClick={onChargeNeeded}>{t("messages.locked_action")}</Button>}
      >
        {t("messages.locked_text")}
      </EmptyState>
    </div>
  );
}
