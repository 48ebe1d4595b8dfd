import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { SampleQuestionsLink } from "#lib/page/sample-questions-link.tsx";
import { useShownAddress } from "#lib/page/unknown-address.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";

interface InviteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The visitor tried to act in a community. The dialog then links to questions that visitors can read. */
  isForCommunities?: boolean;
  /** Where the visitor tried to answer a community's question: in a list, or on the question's page. */
  answering?: "list" | "page" | undefined;
}

const titles = {
  list: "communities.invite_list_title",
  page: "communities.invite_page_title",
  other: "accounts.invite_title",
} as const;

/** Invites a visitor to sign in or register. */
export function InviteDialog({
  open,
  onOpenChange,
  isForCommunities = false,
  answering,
}: InviteDialogProps) {
  const { t } = useTexts();
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(titles[answering ?? "other"])}
      closeLabel={t("common.close")}
      footer={<InviteLinks onLeave={close} isQuick={answering === "page"} />}
    >
      <div className="mx-auto mt-1 mb-4 w-44 [@media(max-height:44rem)]:hidden">
        <LetterArrivingDrawing />
      </div>
      <p className="text-ink-2">
        {t(isForCommunities ? "communities.invite_text" : "accounts.invite_text")}
      </p>
      {isForCommunities && <SampleQuestionsLink className="mt-1" onClick={close} />}
    </Dialog>
  );
}

interface InviteLinksProps {
  onLeave: () => void;
  /** Whether the text of the registration button says that registration is quick. */
  isQuick: boolean;
}

/** Links to register and to sign in, which return to the current page afterwards. */
function InviteLinks({ onLeave, isQuick }: InviteLinksProps) {
  const { t, locale } = useTexts();
  const next = useShownAddress();
  const linkProps = { params: { locale }, search: { next }, onClick: onLeave };
  return (
    <div className="grid flex-1 gap-3">
      <Link to="/$locale/acc/regist" {...linkProps} className={buildButtonClass({ isWide: true })}>
        {t(isQuick ? "communities.invite_quick_button" : "accounts.regist_button")}
      </Link>
      <Link
        to="/$locale/acc/login"
        {...linkProps}
        className={buildButtonClass({ variant: "outline", isWide: true })}
      >
        {t("accounts.login_button")}
      </Link>
      <ProviderButtons next={next} place="below" look="names" />
    </div>
  );
}
