import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { readTypedText, textLimits } from "@toibako/contract/text.ts";
import { useForm } from "react-hook-form";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { SaveButton } from "#ui/forms/save-button.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { useSaveSettings } from "../queries.ts";
import { SavingNote } from "./saving-note.tsx";

interface Profile extends Record<string, string> {
  displaying_name: string;
  self_introduction: string;
}

const fields = ["displaying_name", "self_introduction"] as const;

const getProfile = ({ displaying_name, self_introduction }: CurrentUser): Profile => ({
  displaying_name,
  self_introduction,
});

/** The form for the display name and the introduction. The typed text stays if saving fails. */
export function ProfileSettings({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const form = useForm<Profile>({
    mode: "onTouched",
    defaultValues: getProfile(user),
    resolver: createSchemaResolver(putUser.body, (field, _problem, value) => {
      const limit = textLimits[field as keyof Profile & keyof typeof textLimits];
      const { problem } = readTypedText(value, limit, { isOptional: true });
      if (problem === "invalid_text_marks") return t("common.invalid_text_marks");
      return problem ? t("settings.too_long", { n: String(limit) }) : "";
    }),
  });
  const { register, formState, watch } = form;
  const { errors, isDirty } = formState;
  const { mutate, isPending, isSuccess } = useSaveSettings();
  const submit = form.handleSubmit((profile) =>
    mutate(profile, {
      // Shows the stored texts, which the server may have normalised, except for a field in which the
      // reader has typed during the call.
      onSuccess: ({ user: saved }) => {
        const typed = form.getValues();
        form.reset(getProfile(saved));
        for (const field of fields.filter((name) => typed[name] !== profile[name])) {
          form.setValue(field, typed[field], { shouldDirty: true });
        }
      },
      onError: (error) => showRefusal(form, error, t("settings.save_failed")),
    }),
  );
  return (
    <ScriptedForm onSubmit={submit}>
      <Field
        label={t("settings.displaying_name")}
        hint={t.rich(
          "settings.displaying_name_hint",
          { account: user.account, max: textLimits.displaying_name },
          {},
        )}
        error={errors.displaying_name?.message}
      >
        <Input
          {...register("displaying_name")}
          defaultValue={user.displaying_name}
          autoComplete="nickname"
        />
      </Field>
      <Field
        label={t("settings.self_introduction")}
        hint={t("settings.self_introduction_hint")}
        error={errors.self_introduction?.message}
      >
        <Textarea
          {...register("self_introduction")}
          value={watch("self_introduction")}
          limit={textLimits.self_introduction}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
        />
      </Field>
      {errors.root && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {errors.root.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SaveButton isChanged={isDirty} isPending={isPending} pendingLabel={t("settings.saving")}>
          {t("settings.save")}
        </SaveButton>
        <SavingNote state={isSuccess && !isDirty ? "saved" : "idle"} />
      </div>
    </ScriptedForm>
  );
}
