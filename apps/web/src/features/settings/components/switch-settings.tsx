import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { findToday, isAdult } from "@toibako/contract/birthdays.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Switch } from "#ui/forms/choice.tsx";
import { useSetting } from "../queries.ts";
import { NotSaved, SavingNote } from "./saving-note.tsx";

interface SettingSwitchProps {
  user: CurrentUser;
  field:
    | "is_show_sensitive_content"
    | "is_findable"
    | "is_receive_baton"
    | "is_receive_dm"
    | "is_receive_community_question"
    | "is_batch_answer_to_stamp"
    | "is_show_display_notify"
    | "is_send_email";
  label: string;
  hint: string;
  /** Whether the label looks like the title of a row. */
  isTitle?: boolean;
  isDisabled?: boolean;
}

/** A setting that is on or off. */
function SettingSwitch({ user, field, label, hint, isTitle, isDisabled }: SettingSwitchProps) {
  const { value, choose, state, error, retry } = useSetting(user, field);
  return (
    <div>
      <Switch
        label={
          isTitle ? (
            <span className="block pt-0.5 text-md leading-snug font-bold">{label}</span>
          ) : (
            label
          )
        }
        hint={hint}
        checked={value}
        disabled={isDisabled}
        onChange={({ target }) => choose(target.checked)}
      />
      <SavingNote state={state} isBelow />
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}

/** Whether others find the account by its handle or name. */
export function FindableSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <SettingSwitch
      user={user}
      field="is_findable"
      isTitle
      label={t("settings.findable_label")}
      hint={t("settings.findable_hint")}
    />
  );
}

/** Whether sensitive questions are shown like any other. */
export function SensitiveSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <SettingSwitch
      user={user}
      field="is_show_sensitive_content"
      isTitle
      label={t("settings.sensitive_label")}
      hint={t("settings.sensitive_hint")}
    />
  );
}

/** Settings for batons, daily questions, and answers to several questions with the same stamp. */
export function ReceivingSettings({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <div className="grid gap-2">
      <SettingSwitch
        user={user}
        field="is_receive_baton"
        label={t("settings.baton_label")}
        hint={t("settings.baton_hint")}
      />
      <SettingSwitch
        user={user}
        field="is_receive_community_question"
        label={t("settings.community_label")}
        hint={t("settings.community_hint")}
      />
      <SettingSwitch
        user={user}
        field="is_batch_answer_to_stamp"
        label={t("settings.batch_label")}
        hint={t("settings.batch_hint")}
      />
    </div>
  );
}

/** Whether others can write messages to the account, which needs a birthday and an age of 18. */
export function MessagesSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const isAdultByBirthday =
    user.birthday !== null && isAdult(user.birthday, findToday(user.time_zone));
  const requirement =
    user.birthday === null ? "settings.messages_no_birthday" : "settings.messages_too_young";
  return (
    <SettingSwitch
      user={user}
      field="is_receive_dm"
      isTitle
      label={t("settings.messages_label")}
      hint={isAdultByBirthday ? t("settings.messages_hint") : t(requirement)}
      isDisabled={!isAdultByBirthday && !user.is_receive_dm}
    />
  );
}

/** Whether each page shows a bar that names what has arrived. */
export function ArrivalSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <SettingSwitch
      user={user}
      field="is_show_display_notify"
      isTitle
      label={t("settings.arrivals_label")}
      hint={t("settings.arrivals_hint")}
    />
  );
}

/** Whether the account gets the digest; disabled if the server sends no mails. */
export function DigestSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const { site } = useRouter().options.context;
  const lacksAddress = user.is_send_email && user.confirmed_email === null;
  const hints = [
    t("mails.digest_hint"),
    ...(site.has_mail ? [] : [t("mails.no_mail")]),
    ...(site.has_mail && lacksAddress ? [t("mails.digest_needs_address")] : []),
  ];
  return (
    <SettingSwitch
      user={user}
      field="is_send_email"
      isTitle
      label={t("mails.digest_label")}
      hint={hints.join(" ")}
      isDisabled={!site.has_mail}
    />
  );
}
