import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useShownAddress } from "#lib/page/unknown-address.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { SocialLogin } from "./social-login.tsx";

interface InviteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The visitor tried an action of communities: also leads to what can be read without an account. */
  isForCommunities?: boolean;
}

/** Invites a visitor to sign in or register. */
export function Invite({ open, onOpenChange, isForCommunities = false }: InviteProps) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("accounts.invite_title")}
      closeLabel={t("common.close")}
      footer={<InviteLinks onLeave={() => onOpenChange(false)} />}
    >
      <div className="mx-auto mt-1 mb-4 w-44 [@media(max-height:44rem)]:hidden">
        <LetterArrivingDrawing />
      </div>
      <p className="text-ink-2">
        {t(isForCommunities ? "communities.invite_text" : "accounts.invite_text")}
      </p>
      {isForCommunities && <SamplesLink onLeave={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function SamplesLink({ onLeave }: { onLeave: () => void }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/communities/samples"
      params={{ locale }}
      onClick={onLeave}
      className="mt-1 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      {t("communities.samples_link")}
    </Link>
  );
}

/** The ways to register and to sign in; all of them lead back to the current page. */
function InviteLinks({ onLeave }: { onLeave: () => void }) {
  const { t, locale } = useTexts();
  const next = useShownAddress();
  const linkProps = { params: { locale }, search: { next }, onClick: onLeave };
  return (
    <div className="grid flex-1 gap-3">
      <Link to="/$locale/acc/regist" {...linkProps} className={buttonClass({ wide: true })}>
        {t("accounts.regist_button")}
      </Link>
      <Link
        to="/$locale/acc/login"
        {...linkProps}
        className={buttonClass({ variant: "outline", wide: true })}
      >
        {t("accounts.login_button")}
      </Link>
      <SocialLogin next={next} place="below" look="names" />
    </div>
  );
}
