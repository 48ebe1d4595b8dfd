import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { ProviderConfirmation } from "#features/accounts/components/provider-confirmation.tsx";
import { FactorSettings } from "#features/factors/components/factor-settings.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";

/** The second factor and the passkeys, with identity confirmation by the account's linked providers. */
export function FactorsSection({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  return (
    <FactorSettings
      account={user.account}
      providerForms={
        <ProviderConfirmation
          providers={user.provider.filter((provider) => site.providers.includes(provider))}
          next={`/${locale}/stg?tab=safety`}
          getLabel={(provider) => t("factors.confirm_provider", { provider })}
          wide
        />
      }
    />
  );
}
