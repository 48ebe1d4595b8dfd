import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Provider } from "@toibako/contract/accounts.ts";
import { ProviderMark } from "#features/accounts/components/provider-mark.tsx";
import { useProviderPicture } from "#features/accounts/queries/provider-picture.ts";
import { identitiesQuery } from "#features/accounts/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";

interface ProviderPicturesProps {
  onCopied?: () => void;
}

/** Buttons that copy the account's picture from a linked provider to its profile. */
export function ProviderPictures({ onCopied }: ProviderPicturesProps) {
  const { site } = useRouter().options.context;
  const { data } = useQuery(identitiesQuery());
  const identities = data?.identities ?? [];
  return identities
    .filter(({ provider, has_picture }) => has_picture && site.providers.includes(provider))
    .map(({ provider }) => (
      <ProviderPicture key={provider} provider={provider} onCopied={onCopied} />
    ));
}

function ProviderPicture({
  provider,
  onCopied,
}: {
  provider: Provider;
  onCopied: (() => void) | undefined;
}) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useProviderPicture();

  function copy() {
    mutate(provider, {
      onSuccess: () => onCopied?.(),
      onError: (error) =>
        toasts.showToast(describeFailure(error, t("settings.save_failed")), { type: "error" }),
    });
  }
  return (
    <Button
      variant="outline"
      size="sm"
      isPending={isPending}
      pendingLabel={t("settings.picture_fetching")}
      onClick={copy}
    >
      <ProviderMark provider={provider} />
      {t("settings.picture_from", { provider: t(`accounts.provider_${provider}`) })}
    </Button>
  );
}
