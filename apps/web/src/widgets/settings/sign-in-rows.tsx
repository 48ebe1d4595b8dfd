import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { KeyRound, Link2, Mail, MonitorSmartphone, ShieldCheck } from "lucide-react";
import {
  LinkedProviders,
  useLinkableProviders,
  useLinkedText,
} from "#features/accounts/components/linked-providers.tsx";
import { PasswordSetting } from "#features/accounts/components/password-setting.tsx";
import { SessionList } from "#features/accounts/components/session-list.tsx";
import { identitiesQuery } from "#features/accounts/queries.ts";
import { FactorSettings } from "#features/factors/components/factor-settings.tsx";
import { EmailSetting } from "#features/settings/components/email-setting.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { OpeningRow } from "#ui/surfaces/setting-rows.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useFactorState } from "./setting-values.ts";

/** The rows about signing in: address, password, second factors, providers and sessions. */
export function SignInRows({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const modal = useModal();
  const { site } = useRouter().options.context;
  const providers = useLinkableProviders();
  const linkedText = useLinkedText(providers);
  const { data } = useQuery(identitiesQuery());
  const factorState = useFactorState();
  const linkedNames = data?.identities.map(({ provider }) => t(`accounts.provider_${provider}`));
  return (
    <>
      <OpeningRow
        id="email"
        icon={<Mail size={20} />}
        title={t("mails.title")}
        value={user.email !== null && <span translate="no">{user.email}</span>}
        text={t("mails.text")}
      >
        <EmailSetting
          user={user}
          onLinkMailed={(email) => modal.open("authorization_email", { email })}
        />
      </OpeningRow>
      {(site.has_own_id || user.has_password) && (
        <OpeningRow
          id="password"
          icon={<KeyRound size={20} />}
          title={t("passwords.title")}
          text={t(user.has_password ? "passwords.change_text" : "passwords.set_text")}
        >
          <PasswordSetting user={user} />
        </OpeningRow>
      )}
      <OpeningRow
        id="safety"
        icon={<ShieldCheck size={20} />}
        title={t("factors.title")}
        value={factorState}
        text={t("factors.text")}
      >
        <FactorSettings account={user.account} />
      </OpeningRow>
      {providers.length > 0 && (
        <OpeningRow
          id="sns"
          icon={<Link2 size={20} />}
          title={t("accounts.linked_title")}
          value={linkedNames?.join(" · ")}
          text={linkedText}
        >
          <LinkedProviders providers={providers} />
        </OpeningRow>
      )}
      <OpeningRow
        id="sessions"
        icon={<MonitorSmartphone size={20} />}
        title={t("accounts.sessions_title")}
        text={t("accounts.sessions_text")}
      >
        <SessionList />
      </OpeningRow>
    </>
  );
}
