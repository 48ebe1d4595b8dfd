import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { useUnsavedText } from "#lib/forms/unsaved-text.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useBirthdayRegistration, useSetting } from "../queries.ts";
import {
  BirthdayFields,
  emptyBirthday,
  findBirthday,
  type TypedBirthday,
  useBirthdayFormat,
} from "./birthday-fields.tsx";
import { GenderChoice } from "./gender-choice.tsx";
import { NotSaved, SavingNote } from "./saving-note.tsx";

/** The settings of birthday and gender, which nobody else sees. */
export function PersonalSettings({ user }: { user: CurrentUser }) {
  const gender = useSetting(user, "gender_type");
  return (
    <div className="grid gap-5">
      {user.birthday ? <RegisteredBirthday user={user} /> : <BirthdayRegistration user={user} />}
      <div>
        <GenderChoice value={gender.value} onChoose={gender.choose} />
        <SavingNote state={gender.state} isBelow />
        {gender.state === "failed" && <NotSaved error={gender.error} onRetry={gender.retry} />}
      </div>
    </div>
  );
}

function RegisteredBirthday({ user: { birthday, age } }: { user: CurrentUser }) {
  const { t } = useTexts();
  const format = useBirthdayFormat();
  return (
    <div>
      <h4 className="text-sm font-bold">{t("settings.birthday")}</h4>
      <p>
        {birthday && <span>{format(birthday)}</span>}
        <span className="ml-2 text-sm text-ink-2">{t("settings.age", { n: age ?? 0 })}</span>
      </p>
      <p className="text-sm text-ink-2">{t("settings.birthday_registered")}</p>
    </div>
  );
}

/** Saves the birthday after a confirmation, because it can't be changed later. */
function BirthdayRegistration({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const format = useBirthdayFormat();
  const [typed, setTyped] = useState<TypedBirthday>(emptyBirthday);
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync, isPending, error } = useBirthdayRegistration();
  useUnsavedText(Object.values(typed).some((part) => part !== "") && !isPending);
  const birthday = findBirthday(typed, user.time_zone);
  const isComplete = Object.values(typed).every((part) => part !== "");
  const problem =
    isComplete && !birthday
      ? t("settings.birthday_impossible")
      : error && describeFailure(error, t("settings.save_failed"));
  return (
    <div className="grid justify-items-start gap-3">
      <BirthdayFields
        value={typed}
        onChange={setTyped}
        time_zone={user.time_zone}
        hint={t("settings.birthday_hint")}
        error={problem}
      />
      <Button
        disabled={!birthday}
        isPending={isPending}
        pendingLabel={t("settings.saving")}
        onClick={() => setIsConfirming(true)}
      >
        {t("settings.birthday_save")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={birthday ? format(birthday) : ""}
        confirmLabel={t("settings.birthday_save")}
        cancelLabel={t("common.cancel")}
        processingLabel={t("settings.saving")}
        onConfirm={() => mutateAsync({ ...typed })}
      >
        {t("settings.birthday_final")}
      </ConfirmDialog>
    </div>
  );
}
