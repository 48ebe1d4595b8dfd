import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { MessageCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Spinner } from "#ui/feedback/loader.tsx";
import { useCounts } from "#widgets/shell/counts.ts";
import { useStartTalk } from "#widgets/talks/start-talk.ts";

/** On another account's profile, a button that starts a talk; on the account's own profile, a link to unread messages. */
export function MessageEntry({ user }: { user: PublicUser }) {
  if (user.is_self) return <UnreadMessagesLink />;
  return user.is_receive_dm && <WriteMessageButton user={user} />;
}

/** Beside the answer to a question: starts a talk with the answerer, whose unsent text is prefilled with the question. */
export function AnswererMessageButton({ user, question }: { user: PublicUser; question: string }) {
  if (user.is_self || !user.is_receive_dm) return null;
  return <WriteMessageButton user={user} quoted={question} variant="plain" size="md" />;
}

type WriteMessageButtonProps = Pick<ComponentProps<typeof IconButton>, "variant" | "size"> & {
  user: PublicUser;
  /** The text that prefills the unsent text of the talk. */
  quoted?: string;
};

function WriteMessageButton(props: WriteMessageButtonProps) {
  const { user, quoted = "", variant = "outline", size = "lg" } = props;
  const { account, displaying_name: name } = user;
  const { t } = useTexts();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  const { start, isPending } = useStartTalk(account, { quoted });
  return (
    <IconButton
      variant={variant}
      size={size}
      label={t("profiles.send_message", { name })}
      icon={isPending ? <Spinner /> : <MessageCircle size={24} />}
      aria-busy={isPending || undefined}
      onClick={() => (isSignedIn ? void start() : invite())}
    />
  );
}

/** Links to the messages and counts unread ones; renders nothing if there are none. */
export function UnreadMessagesLink() {
  const { t, locale } = useTexts();
  const { messages } = useCounts();
  if (messages === 0) return null;
  return (
    <IconButton
      variant="outline"
      label={t("profiles.receive_messages", { n: String(messages) })}
      icon={<MessageCircle size={22} />}
      badge={<Badge count={messages} />}
      render={<Link to="/$locale/me/talks" params={{ locale }} />}
    />
  );
}
