import { useRouter } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { listSignInProviders } from "../providers.ts";
import { useCurrentUser } from "../queries.ts";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderMark } from "./provider-mark.tsx";

interface ProviderButtonsProps {
  /** The path to go to afterwards; the account's home if left out. */
  next?: string | undefined;
  /** Adds the account to those of the browser. */
  mal?: "1" | undefined;
  /** Whether the buttons are above or below the form for handle and password, or the links to it. */
  place: "above" | "below";
  /** "rows" are wide buttons one below the other, "names" are small buttons side by side. */
  look?: "rows" | "names";
  className?: string;
}

/** Buttons to sign in with a provider; renders nothing if none is configured. */
export function ProviderButtons({
  next,
  mal,
  place,
  look = "rows",
  className,
}: ProviderButtonsProps) {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const isSignedIn = useCurrentUser() !== undefined;
  const providers = listSignInProviders(site.providers, { locale, isSignedIn });
  if (providers.length === 0) return null;
  const hasRows = look === "rows";
  return (
    <div className={cx("grid gap-4", className)}>
      {place === "below" && <Divider text={t("accounts.social_lead")} />}
      <div
        className={
          hasRows
            ? "grid gap-2.5"
            : "grid auto-cols-fr grid-flow-col gap-2.5 sm:flex sm:flex-wrap sm:justify-center"
        }
      >
        {providers.map((provider) => {
          const name = t(`accounts.provider_${provider}`);
          const label = t("accounts.social_continue", { provider: name });
          return (
            <ProviderForm key={provider} provider={provider} next={next} mal={mal}>
              <button
                type="submit"
                className={buildButtonClass({
                  variant: "outline",
                  isWide: true,
                  className: hasRows
                    ? "max-[22rem]:justify-start max-[22rem]:text-start"
                    : "max-sm:gap-1.5 max-sm:px-1 max-sm:text-sm",
                })}
                {...(!hasRows && { "aria-label": label })}
              >
                <ProviderMark provider={provider} />
                {hasRows ? label : <span className="max-[24rem]:sr-only">{name}</span>}
              </button>
            </ProviderForm>
          );
        })}
      </div>
      {place === "above" && site.has_own_id && <Divider text={t("accounts.own_id_lead")} />}
    </div>
  );
}

function Divider({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-3 text-center text-sm max-[22rem]:block before:h-px before:flex-1 before:bg-line-strong before:opacity-50 after:h-px after:flex-1 after:bg-line-strong after:opacity-50">
      {text}
    </p>
  );
}
