import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Identity, Provider } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { listLinkableProviders } from "../networks.ts";
import { identitiesQuery } from "../queries.ts";
import { NetworkForm } from "./network-form.tsx";
import { NetworkMark } from "./network-mark.tsx";
import { Unlink } from "./unlink.tsx";

/** The networks that can be linked or unlinked. */
export function useLinkable(): Provider[] {
  const { locale } = useTexts();
  const { site } = useRouter().options.context;
  const { data } = useQuery(identitiesQuery());
  const linked = data?.identities.map(({ provider }) => provider) ?? [];
  return listLinkableProviders(site.providers, linked, locale);
}

/** The networks, each with its state and a button. */
export function LinkedNetworks({ providers }: { providers: readonly Provider[] }) {
  const { t } = useTexts();
  const { data } = useQuery(identitiesQuery());
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-2">{t("accounts.linked_text")}</p>
      <ul className="grid list-none divide-y divide-line">
        {providers.map((provider) => (
          <NetworkRow
            key={provider}
            provider={provider}
            identity={data?.identities.find((one) => one.provider === provider)}
          />
        ))}
      </ul>
    </div>
  );
}

interface NetworkRowProps {
  provider: Provider;
  identity: Identity | undefined;
}

function NetworkRow({ provider, identity }: NetworkRowProps) {
  const { t, locale } = useTexts();
  const network = t(`accounts.network_${provider}`);
  const { nickname = "", may_unlink } = identity ?? {};
  return (
    <li className="flex items-center gap-3 py-3">
      <NetworkMark provider={provider} />
      <div className="min-w-0 flex-1">
        <p className="font-bold">{network}</p>
        <p className="text-sm break-words text-ink-2">
          {identity ? t("accounts.linked_as", { nickname }) : t("accounts.not_linked")}
        </p>
        {may_unlink === false && <p className="text-sm text-ink-2">{t("accounts.only_way_in")}</p>}
      </div>
      {may_unlink && <Unlink provider={provider} />}
      {!identity && (
        <NetworkForm provider={provider} link next={`/${locale}/stg?tab=sns`}>
          <Button
            type="submit"
            variant="outline"
            size="sm"
            aria-label={t("accounts.link_to", { network })}
          >
            {t("accounts.link")}
          </Button>
        </NetworkForm>
      )}
    </li>
  );
}
