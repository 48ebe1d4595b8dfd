import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Provider } from "@toibako/contract/accounts.ts";
import type { ReactNode, SubmitEvent } from "react";
import { scheduleImportOffer } from "#lib/browser/import-offer.ts";
import { pageSession } from "#lib/http/page-session.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useBrowserTimeZone } from "#lib/i18n/time-zone.ts";
import { addOwnHash } from "#lib/page/search.ts";
import { useCurrentUser } from "../queries.ts";

interface ProviderFormProps {
  provider: Provider;
  /** The path to go to afterwards. */
  next?: string | undefined;
  /** Adds the account to those of the browser. */
  mal?: "1" | undefined;
  /** Links the provider to the account instead of signing in. */
  isLinking?: boolean;
  /** Confirms the identity of the account instead of signing in. */
  isConfirming?: boolean;
  /** Called after the identity confirmation, before the link is requested; false cancels the request. */
  onBeforeLink?: () => Promise<boolean>;
  className?: string;
  /** The submit button. */
  children: ReactNode;
}

/** A form that opens the provider's page. It works before hydration and without scripts. */
export function ProviderForm({
  provider,
  next,
  mal,
  isLinking = false,
  isConfirming = false,
  onBeforeLink,
  className,
  children,
}: ProviderFormProps) {
  const { locale } = useTexts();
  const time_zone = useBrowserTimeZone();
  const { csrf_token } = useRouter().options.context;
  const user = useCurrentUser();
  const client = useQueryClient();

  /** Linking needs an identity confirmation. If this page fails to ask for it, the server asks. */
  async function confirmAndSubmit(form: HTMLFormElement) {
    const isConfirmed = await import("#lib/http/identity-confirmation.ts")
      .then(({ ensureIdentityConfirmation }) => ensureIdentityConfirmation(client))
      .catch(() => true);
    if (!isConfirmed || (await onBeforeLink?.()) === false) return;
    setCurrentToken(form);
    form.submit();
  }

  function submitOrConfirm(event: SubmitEvent<HTMLFormElement>) {
    setCurrentToken(event.currentTarget);
    setInput(event.currentTarget, "next", addOwnHash(next));
    if (isLinking) {
      event.preventDefault();
      void confirmAndSubmit(event.currentTarget);
    } else if (!isConfirming) {
      // The form signs in. The home page may then offer to import followers.
      scheduleImportOffer();
    }
  }
  return (
    <form
      method="post"
      action={`/auth/${provider}${mal ? "?mal=1" : ""}`}
      className={className}
      onSubmit={submitOrConfirm}
    >
      <input type="hidden" name="authenticity_token" value={csrf_token} />
      {user && <input type="hidden" name="page_account" value={user.id} />}
      <input type="hidden" name="locale" value={locale} />
      {time_zone && <input type="hidden" name="time_zone" value={time_zone} />}
      {next && <input type="hidden" name="next" value={next} />}
      {isLinking && <input type="hidden" name="link" value="1" />}
      {isConfirming && <input type="hidden" name="confirm" value="1" />}
      <div className="contents">{children}</div>
    </form>
  );
}

/** The page's CSRF token is out of date, for example, after another tab has switched accounts. */
function setCurrentToken(form: HTMLFormElement): void {
  setInput(form, "authenticity_token", pageSession.csrf_token);
}

function setInput(form: HTMLFormElement, name: string, value: string | undefined): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && value !== undefined) input.value = value;
}
