import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { textLimits } from "@toibako/contract/text.ts";
import { AccountInput } from "#features/accounts/components/credential-fields.tsx";
import {
  BirthdayFields,
  findBirthday,
  useBirthdayFormat,
} from "#features/settings/components/birthday-fields.tsx";
import { GenderChoice } from "#features/settings/components/gender-choice.tsx";
import { PictureInput } from "#features/settings/components/picture-input.tsx";
import { NotSaved } from "#features/settings/components/saving-note.tsx";
import { useSetting } from "#features/settings/queries.ts";
import { useObjectUrl } from "#lib/browser/use-object-url.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Checkbox } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { ThemeSwatches } from "#ui/forms/theme-swatches.tsx";
import { BoxPreview } from "#ui/surfaces/box-preview.tsx";
import { ProviderPictures } from "#widgets/settings/provider-pictures.tsx";
import type { ChangeEntries, Entries } from "./entries.ts";

interface ProfileStepProps {
  user: CurrentUser;
  entries: Entries;
  onChange: ChangeEntries;
  errors: Record<string, string>;
}

/** The first page: name, handle, picture, birthday, gender and email. All fields are optional. */
export function ProfileStep({ user, entries, onChange, errors }: ProfileStepProps) {
  const { t, locale } = useTexts();
  const { public_url } = useRouter().options.context;
  const address = `${new URL(public_url).host}/${locale}/${entries.account}`;
  const theme = useSetting(user, "card_theme");
  const picture = useObjectUrl(entries.picture);
  return (
    <>
      <BoxPreview
        theme={theme.value}
        seed={entries.account}
        picture={picture ?? user.icon_url}
        name={entries.displaying_name || entries.account}
        address={address}
      />
      <ThemeSwatches
        legend={<span className="text-sm font-bold">{t("settings.cards_title")}</span>}
        getName={(name) => t(`settings.theme_${name}`)}
        value={theme.value}
        onChoose={theme.choose}
        className="max-sm:max-w-46"
      />
      {theme.state === "failed" && <NotSaved error={theme.error} onRetry={theme.retry} />}
      <PictureChoice user={user} entries={entries} onChange={onChange} error={errors.icon} />
      <Field
        label={t("settings.displaying_name")}
        hint={t("accounts.displaying_name_hint", { max: textLimits.displaying_name })}
        error={errors.displaying_name}
      >
        <Input
          value={entries.displaying_name}
          onChange={({ target }) => onChange({ displaying_name: target.value })}
          autoComplete="nickname"
        />
      </Field>
      <Field
        label={t("accounts.account")}
        hint={t.rich(
          "accounts.address_hint",
          {},
          {
            address: () => (
              <bdi translate="no" className="font-semibold wrap-anywhere text-ink">
                {address}
              </bdi>
            ),
          },
        )}
        error={errors.account}
      >
        <AccountInput
          value={entries.account}
          onChange={({ target }) => onChange({ account: target.value })}
        />
      </Field>
      {user.birthday === null && (
        <Birthday user={user} entries={entries} onChange={onChange} errors={errors} />
      )}
      <GenderChoice value={entries.gender} onChoose={(gender) => onChange({ gender })} />
      <p className="-mt-3 text-sm text-ink-2">{t("settings.personal_text")}</p>
      <MailChoice entries={entries} onChange={onChange} errors={errors} />
    </>
  );
}

/** Whether the account gets mails, and its address. */
function MailChoice({ entries, onChange, errors }: Omit<ProfileStepProps, "user">) {
  const { t } = useTexts();
  const { site } = useRouter().options.context;
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t("onboarding.wants_mail")}
        hint={t(site.has_mail ? "onboarding.wants_mail_hint" : "mails.no_mail")}
        checked={entries.is_send_email}
        onChange={({ target }) => onChange({ is_send_email: target.checked })}
      />
      {entries.is_send_email && (
        <Field
          label={t("accounts.email")}
          hint={t("accounts.email_hint")}
          error={errors.email}
          required
        >
          <Input
            type="email"
            value={entries.email}
            onChange={({ target }) => onChange({ email: target.value })}
            autoComplete="email"
          />
        </Field>
      )}
    </div>
  );
}

type PartProps = Omit<ProfileStepProps, "errors">;

function PictureChoice({
  user,
  entries,
  onChange,
  error,
}: PartProps & { error?: string | undefined }) {
  const { t } = useTexts();
  const chosen = useObjectUrl(entries.picture);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <img
        src={chosen ?? user.icon_url}
        alt=""
        width={80}
        height={80}
        className="size-20 shrink-0 rounded-full bg-surface-2 object-cover"
      />
      <div className="grid min-w-0 flex-1 basis-32 gap-1.5">
        <h2 className="text-sm font-bold">{t("settings.avatar_title")}</h2>
        <PictureInput onChoose={(picture) => onChange({ picture })} error={error}>
          <ProviderPictures onCopied={() => onChange({ picture: undefined })} />
        </PictureInput>
      </div>
    </div>
  );
}

function Birthday({ user, entries, onChange, errors }: ProfileStepProps) {
  const { t } = useTexts();
  const format = useBirthdayFormat();
  const birthday = findBirthday(entries, user.time_zone);
  return (
    <BirthdayFields
      value={entries}
      onChange={({ birthday_year, birthday_month, birthday_day }) =>
        onChange({ birthday_year, birthday_month, birthday_day })
      }
      time_zone={user.time_zone}
      hint={
        birthday
          ? t("onboarding.birthday_chosen", { date: format(birthday) })
          : t("settings.birthday_hint")
      }
      error={errors.birthday_year ?? errors.birthday_month ?? errors.birthday_day}
    />
  );
}
