import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { MessageCircle } from "lucide-react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { areMessagesAvailable } from "#lib/page/available-features.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

/** On another account's profile, a link to write a message; on the account's own profile, a link to unread messages. */
export function MessageEntry({ user }: { user: PublicUser }) {
  if (!areMessagesAvailable) return null;
  if (user.is_self) return <UnreadMessagesLink />;
  return user.is_receive_dm && <WriteMessageLink name={user.displaying_name} />;
}

function WriteMessageLink({ name }: { name: string }) {
  const { t, locale } = useTexts();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  return (
    <IconButton
      variant="outline"
      size="lg"
      label={t("profiles.send_message", { name })}
      icon={<MessageCircle size={24} />}
      {...(isSignedIn
        ? { render: <Link to="/$locale/me/talks" params={{ locale }} /> }
        : { onClick: invite })}
    />
  );
}

/** Links to the messages and counts unread ones; renders nothing if there are none. */
export function UnreadMessagesLink() {
  const { t, locale } = useTexts();
  const { messages } = useCounts();
  if (!areMessagesAvailable || messages === 0) return null;
  return (
    <IconButton
      variant="outline"
      size="lg"
      label={t("profiles.receive_messages", { n: String(messages) })}
      icon={<MessageCircle size={24} />}
      badge={<Badge count={messages} />}
      render={<Link to="/$locale/me/talks" params={{ locale }} />}
    />
  );
}
