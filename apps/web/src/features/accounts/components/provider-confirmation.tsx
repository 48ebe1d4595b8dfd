import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderMark } from "./provider-mark.tsx";

interface ProviderConfirmationProps {
  /** The linked providers; those that can't sign an account in are ignored. */
  providers: readonly Provider[];
  /** The path to open afterwards. */
  next: string;
  getLabel: (providerName: string) => string;
  hasMarks?: boolean;
  wide?: boolean;
}

/** Buttons that confirm the identity of an account by signing in again with one of its providers. */
export function ProviderConfirmation({
  providers,
  next,
  getLabel,
  hasMarks = true,
  wide = false,
}: ProviderConfirmationProps) {
  const { t } = useTexts();
  return providers
    .filter((provider) => !linkOnlyProviders.includes(provider))
    .map((provider) => (
      <ProviderForm key={provider} provider={provider} next={next} mal="1">
        <Button type="submit" variant="outline" wide={wide}>
          {hasMarks && <ProviderMark provider={provider} />}
          {getLabel(t(`accounts.provider_${provider}`))}
        </Button>
      </ProviderForm>
    ));
}
