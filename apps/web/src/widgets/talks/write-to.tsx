import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { MessageCircle, MessageCircleHeart } from "lucide-react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { KeptText } from "./kept-text.tsx";
import { getStartDraftKey } from "./message-draft.ts";
import { useMessageTerms } from "./message-terms.ts";
import { useStartTalk } from "./start-talk.ts";
import { WhatTheySee } from "./what-they-see.tsx";

/** Whom a message goes to, what they will see of the sender, and the button that starts the talk. */
export function WriteTo({ user }: { user: PublicUser }) {
  const { account, displaying_name: name, icon_url, is_self, is_receive_dm } = user;
  const { t } = useTexts();
  useMessageTerms(account);
  return (
    <Card as="section" className="grid grid-cols-1 justify-items-center gap-4 text-center">
      <Avatar seed={account} src={icon_url} size={80} />
      <div className="max-w-full">
        <h1 className="text-xl wrap-anywhere">
          {is_self ? t("talks.write_own_title") : t("talks.write_title", { name })}
        </h1>
        <p translate="no" className="text-sm wrap-anywhere text-ink-2">{`@${account}`}</p>
      </div>
      {is_self && <OwnAddress account={account} />}
      {!is_self && is_receive_dm && (
        <>
          <WhatTheySee name={name} />
          <KeptText draft={getStartDraftKey(account)} />
          <WriteButton account={account} />
        </>
      )}
      {!is_self && !is_receive_dm && <NotReceiving user={user} />}
    </Card>
  );
}

/** Starts the talk, or opens the one that exists; visitors get the invitation, which leads back here. */
function WriteButton({ account }: { account: string }) {
  const { t } = useTexts();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  const { start, isPending } = useStartTalk(account);
  return (
    <Button size="lg" isPending={isPending} onClick={() => (isSignedIn ? void start() : invite())}>
      {!isPending && <MessageCircle size={20} aria-hidden="true" />}
      <span>{t("talks.write")}</span>
    </Button>
  );
}

function NotReceiving({ user: { account, displaying_name: name } }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  return (
    <>
      <p className="max-w-md text-ink-2">
        <span className="block font-bold text-ink">{t("modals.anonymous_closed_title")}</span>
        <span className="block wrap-anywhere">{t("modals.anonymous_closed", { name })}</span>
      </p>
      <Link
        to="/$locale/$account"
        params={{ locale, account }}
        hash="ask"
        className={buildButtonClass()}
      >
        {t("modals.anonymous_ask")}
      </Link>
    </>
  );
}

/** What the account itself sees at the address by which others write to it. */
function OwnAddress({ account }: { account: string }) {
  const { t } = useTexts();
  const modal = useModal();
  return (
    <>
      <p className="max-w-md text-ink-2">{t("talks.write_own_text")}</p>
      <Button onClick={() => modal.open("share_message_link", { account })}>
        <MessageCircleHeart size={20} aria-hidden="true" />
        {t("modals.request_short")}
      </Button>
    </>
  );
}
