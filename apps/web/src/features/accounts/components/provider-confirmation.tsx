import type { Provider } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderMark } from "./provider-mark.tsx";

interface ProviderConfirmationProps {
  providers: readonly Provider[];
  /** The path to open afterwards. */
  next: string;
}

/** Buttons that confirm the identity of an account by signing in again with one of its providers. */
export function ProviderConfirmation({ providers, next }: ProviderConfirmationProps) {
  const { t } = useTexts();
  return providers.map((provider) => (
    <ProviderForm key={provider} provider={provider} next={next} isConfirming>
      <Button type="submit" variant="outline" isWide>
        <ProviderMark provider={provider} />
        {t("factors.confirm_provider", { provider: t(`accounts.provider_${provider}`) })}
      </Button>
    </ProviderForm>
  ));
}
