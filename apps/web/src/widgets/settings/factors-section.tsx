import { useRouter } from "@tanstack/react-router";
import { type CurrentUser, linkOnlyProviders } from "@toibako/contract/accounts.ts";
import { ProviderForm } from "#features/accounts/components/provider-form.tsx";
import { ProviderMark } from "#features/accounts/components/provider-mark.tsx";
import { FactorSettings } from "#features/factors/components/factor-settings.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

/** The second factor and the passkeys, with identity confirmation by the account's linked providers. */
export function FactorsSection({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const providers = user.provider.filter(
    (provider) => !linkOnlyProviders.includes(provider) && site.providers.includes(provider),
  );
  return (
    <FactorSettings
      account={user.account}
      providerForms={providers.map((provider) => {
        const name = t(`accounts.provider_${provider}`);
        return (
          <ProviderForm
            key={provider}
            provider={provider}
            mal="1"
            next={`/${locale}/stg?tab=safety`}
          >
            <Button type="submit" variant="outline" wide>
              <ProviderMark provider={provider} />
              {t("factors.confirm_provider", { provider: name })}
            </Button>
          </ProviderForm>
        );
      })}
    />
  );
}
