import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type Identity, linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { listLinkableProviders } from "../providers.ts";
import { identitiesQuery } from "../queries.ts";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderMark } from "./provider-mark.tsx";
import { UnlinkButton } from "./unlink-button.tsx";

/** The providers that can be linked or unlinked. */
export function useLinkableProviders(): Provider[] {
  const { locale } = useTexts();
  const { site } = useRouter().options.context;
  const { data } = useQuery(identitiesQuery());
  const linked = data?.identities.map(({ provider }) => provider) ?? [];
  return listLinkableProviders(site.providers, linked, locale);
}

/** Says with which of these providers one can log in when they are linked. */
export function useLinkedText(shownProviders: readonly Provider[]): string {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const names = shownProviders
    .filter((name) => site.providers.includes(name) && !linkOnlyProviders.includes(name))
    .map((name) => t(`accounts.provider_${name}`));
  if (names.length === 0) return t("accounts.linked_text_without_sign_in");
  const list = new Intl.ListFormat(getLanguageTag(locale), { type: "disjunction" });
  return t("accounts.linked_text", { providers: list.format(names) });
}

/** The providers, each with its state and a button. */
export function LinkedProviders({ providers }: { providers: readonly Provider[] }) {
  const { t } = useTexts();
  const query = useQuery(identitiesQuery());
  const { data } = query;
  if (!data) return <LoadingStatePanel query={query} title={t("onboarding.network_error")} />;
  return (
    <ul className="grid list-none divide-y divide-line">
      {providers.map((provider) => (
        <ProviderRow
          key={provider}
          provider={provider}
          identity={data.identities.find((identity) => identity.provider === provider)}
        />
      ))}
    </ul>
  );
}

interface ProviderRowProps {
  provider: Provider;
  identity: Identity | undefined;
}

function ProviderRow({ provider, identity }: ProviderRowProps) {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const name = t(`accounts.provider_${provider}`);
  const { nickname = "", may_unlink } = identity ?? {};
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <ProviderMark provider={provider} />
      <div className="min-w-28 flex-1">
        <p className="font-bold">{name}</p>
        <p className="text-sm break-words text-ink-2">
          {identity ? t("accounts.linked_as", { nickname }) : t("accounts.not_linked")}
        </p>
        {may_unlink === false && (
          <p className="text-sm text-ink-2">
            {site.providers.includes(provider)
              ? t("accounts.only_way_in")
              : t("accounts.no_way_in", { provider: name })}{" "}
            {t(
              site.has_own_id ? "accounts.unlink_needs_password" : "accounts.unlink_needs_passkey",
            )}
          </p>
        )}
      </div>
      {may_unlink && <UnlinkButton provider={provider} />}
      {!identity && (
        <ProviderForm provider={provider} isLinking next={`/${locale}/stg?tab=sns`}>
          <Button
            type="submit"
            variant="outline"
            size="sm"
            aria-label={t("accounts.link_to", { provider: name })}
          >
            {t("accounts.link")}
          </Button>
        </ProviderForm>
      )}
    </li>
  );
}
