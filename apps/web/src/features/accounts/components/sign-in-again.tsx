import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { linkOnlyProviders } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ProviderForm } from "./provider-form.tsx";

interface SignInAgainProps {
  user: CurrentUser;
  /** The path to come back to. */
  next: string;
}

/** Buttons to sign in once more with each provider that can sign the account in. */
export function SignInAgain({ user, next }: SignInAgainProps) {
  const { t } = useTexts();
  const providers = user.provider.filter((provider) => !linkOnlyProviders.includes(provider));
  return (
    <div className="flex flex-wrap gap-3">
      {providers.map((provider) => (
        <ProviderForm key={provider} provider={provider} next={next} mal="1">
          <Button type="submit" variant="outline">
            {t("passwords.sign_in_again", { provider: t(`accounts.provider_${provider}`) })}
          </Button>
        </ProviderForm>
      ))}
    </div>
  );
}
