import { useNavigate } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { PenLine } from "lucide-react";
import { useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { getIds } from "#features/communities/queries.ts";
import { useIsInTheWay } from "#lib/browser/use-is-in-the-way.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";

/** Returns a function that opens the form to ask a community; visitors get the invitation. */
function useAskModal(community: Community): () => void {
  const { locale } = useTexts();
  const isSignedIn = useCurrentUser() !== undefined;
  const modal = useModal();
  const navigate = useNavigate();
  // The new question is the first one of this list.
  const showQuestions = () =>
    void navigate({
      to: "/$locale/communities/$community_id/categories/$category_id/items",
      params: { locale, ...getIds(community) },
    });
  return () =>
    isSignedIn
      ? modal.open("ask_community", { community, onAsked: showQuestions })
      : modal.open("invite", { isForCommunities: true });
}

interface AskButtonProps {
  community: Community;
  size?: "sm";
}

/** A button that asks the community, for its header and for an empty list of questions. */
export function AskButton({ community, size }: AskButtonProps) {
  const { t } = useTexts();
  return (
    <Button {...(size && { size })} onClick={useAskModal(community)}>
      <PenLine size={18} aria-hidden="true" />
      {t("communities.ask_all")}
    </Button>
  );
}

interface FloatingAskButtonProps {
  community: Community;
  isHidden: boolean;
}

/**
 * A button at the lower edge of the screen that asks the community, shown while the header's button is not on the
 * screen. It gives way to a reader who scrolls down, and to what can be pressed below it.
 */
export function FloatingAskButton({ community, isHidden }: FloatingAskButtonProps) {
  const { t } = useTexts();
  const ask = useAskModal(community);
  const button = useRef<HTMLButtonElement>(null);
  const isInTheWay = useIsInTheWay(button, { mayCoverTexts: true });
  const isOutOfSight = isHidden || isInTheWay;
  return (
    <div
      data-floating-button={isOutOfSight ? undefined : ""}
      className="pointer-events-none sticky bottom-[calc(var(--nav)+var(--foot,0px)+1rem+env(safe-area-inset-bottom))] z-20 mt-5 flex justify-end md:bottom-[calc(var(--foot,0px)+1.5rem)]"
    >
      <button
        ref={button}
        type="button"
        onClick={ask}
        title={t("communities.ask_all")}
        className={buildButtonClass({
          size: "lg",
          className: cx(
            "pointer-events-auto shadow-e3 duration-200 max-sm:size-14 max-sm:px-0!",
            isOutOfSight && "invisible opacity-0 focus-visible:visible focus-visible:opacity-100",
          ),
        })}
      >
        <PenLine size={22} className="shrink-0" aria-hidden="true" />
        {/* On phones the label would cover the first question. */}
        <span className="max-sm:sr-only">{t("communities.ask_all")}</span>
      </button>
    </div>
  );
}
