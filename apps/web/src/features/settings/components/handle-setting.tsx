import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import { putAccount } from "@toibako/contract/settings.ts";
import { readTypedHandle } from "@toibako/contract/typed-keys.ts";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { SaveButton } from "#ui/forms/save-button.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { useHandleChange } from "../queries.ts";
import { SavingNote } from "./saving-note.tsx";

/** The form that changes the handle. The typed text stays if the server refuses the change. */
export function HandleSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const form = useForm<{ account: string }>({
    // Another tab may change the handle. The field then shows the new one, unless the reader has typed in it.
    values: { account: user.account },
    resetOptions: { keepDirtyValues: true },
    resolver: createSchemaResolver(putAccount.body, (_field, problem, value) => {
      if (problem) return t("accounts.account_invalid");
      return isReservedHandle(value) ? t("accounts.account_reserved") : "";
    }),
  });
  const { errors, isDirty } = form.formState;
  const { mutate, isPending, isSuccess } = useHandleChange();
  const submit = form.handleSubmit((typed) =>
    mutate(typed, {
      onSuccess: ({ user: saved }) => form.reset({ account: saved.account }),
      onError: (error) => showRefusal(form, error, t("settings.save_failed")),
    }),
  );
  const settledState = isSuccess && !isDirty ? "saved" : "idle";
  return (
    <ScriptedForm className="grid gap-4" onSubmit={submit}>
      <NextChangeNotice user={user} />
      <Field
        label={t("settings.handle")}
        hint={t("accounts.account_hint")}
        error={errors.account?.message ?? errors.root?.message}
      >
        <Input
          {...form.register("account", { setValueAs: readTypedHandle })}
          defaultValue={user.account}
          before="@"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveButton isChanged={isDirty} isPending={isPending}>
          {t("settings.handle_save")}
        </SaveButton>
        <SavingNote state={isPending ? "saving" : settledState} />
      </div>
    </ScriptedForm>
  );
}

/** Says when the handle can be changed again. Until then only the case of its letters can be changed. */
function NextChangeNotice({ user: { account_changeable_at, time_zone } }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  if (account_changeable_at === null) return null;
  const date = formatDate("nearest_hour", new Date(account_changeable_at), { locale, time_zone });
  return <Callout>{t("settings.handle_changeable", { date })}</Callout>;
}
