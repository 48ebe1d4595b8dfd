import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { formatOnboardingPath } from "@toibako/contract/addresses.ts";
import { useState } from "react";
import { ProviderForm } from "#features/accounts/components/provider-form.tsx";
import { markVisitToX } from "#lib/browser/visit-to-x.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Checkbox } from "#ui/forms/choice.tsx";
import { XMark } from "#ui/marks/x.tsx";

interface LinkXProps {
  user: CurrentUser;
  /** Whether the account has a picture of its own, or has just chosen one. */
  hasPicture: boolean;
  /** The page that the onboarding opens at its end. */
  next: string | undefined;
  isPending: boolean;
  /** Saves the entries before the browser goes to X. Resolves to whether they were saved. */
  onSave: () => Promise<boolean>;
}

/** Offers to link X. When the browser returns from X, the onboarding continues after its second page. */
export function LinkX({ user, hasPicture, next, isPending, onSave }: LinkXProps) {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const [isPictureWanted, setIsPictureWanted] = useState(!hasPicture);
  if (!site.providers.includes("twitter") || user.provider.includes("twitter")) return null;

  async function saveAndMark() {
    const isSaved = await onSave();
    if (isSaved) markVisitToX(isPictureWanted ? "picture" : "link");
    return isSaved;
  }
  return (
    <section
      aria-labelledby="link-x"
      className="grid gap-3 rounded-sheet bg-surface px-5 py-6 shadow-e2 sm:px-8"
    >
      <div>
        <h2 id="link-x" className="text-md leading-snug">
          {t("onboarding.link_x_title")}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t("onboarding.link_x_text")}</p>
      </div>
      <ProviderForm
        provider="twitter"
        isLinking
        next={formatOnboardingPath({ locale, next })}
        onBeforeLink={saveAndMark}
        className="grid justify-items-start gap-4"
      >
        <Checkbox
          label={t("onboarding.link_x_picture")}
          checked={isPictureWanted}
          onChange={({ target }) => setIsPictureWanted(target.checked)}
        />
        <Button type="submit" variant="outline" isPending={isPending}>
          {!isPending && <XMark />}
          <span>{t("onboarding.link_x")}</span>
        </Button>
      </ProviderForm>
    </section>
  );
}
