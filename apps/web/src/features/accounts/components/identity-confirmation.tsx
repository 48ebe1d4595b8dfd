import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { linkOnlyProviders } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ProviderForm } from "./provider-form.tsx";

interface IdentityConfirmationProps {
  user: CurrentUser;
  /** The path to open afterwards. */
  next: string;
}

/** Confirms the identity by signing in again with one of the account's providers. */
export function IdentityConfirmation({ user, next }: IdentityConfirmationProps) {
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
