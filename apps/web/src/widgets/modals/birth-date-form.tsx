import { useQueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { type FormEvent, useState } from "react";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import {
  BirthdayFields,
  emptyBirthday,
  findBirthday,
  type TypedBirthday,
  useBirthdayFormat,
} from "#features/settings/components/birthday-fields.tsx";
import { useBirthdayRegistration } from "#features/settings/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";

type Problem = "modals.birth_date_incomplete" | "settings.birthday_impossible";

interface BirthDateFormProps {
  user: CurrentUser;
  onRegistered: () => void;
}

/** Registers the birthday after a confirmation, because it can't be changed later. */
export function BirthDateForm({ user, onRegistered }: BirthDateFormProps) {
  const { t } = useTexts();
  const format = useBirthdayFormat();
  const [typed, setTyped] = useState<TypedBirthday>(emptyBirthday);
  const [problem, setProblem] = useState<Problem>();
  const [isConfirming, setIsConfirming] = useState(false);
  const register = useRegistration();
  const birthday = findBirthday(typed, user.time_zone);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isIncomplete = Object.values(typed).includes("");
    if (isIncomplete) setProblem("modals.birth_date_incomplete");
    else if (!birthday) setProblem("settings.birthday_impossible");
    else setIsConfirming(true);
  }
  async function confirm() {
    await register(typed);
    onRegistered();
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <BirthdayFields
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setProblem(undefined);
        }}
        time_zone={user.time_zone}
        hint={t("settings.birthday_hint")}
        error={problem && t(problem)}
        isRequired
      />
      <Button isWide type="submit">
        {t("settings.birthday_save")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={birthday ? format(birthday) : ""}
        confirmLabel={t("settings.birthday_save")}
        cancelLabel={t("common.cancel")}
        processingLabel={t("settings.saving")}
        onConfirm={confirm}
        failureText={t("modals.identification_failed")}
      >
        {t("settings.birthday_final")}
      </ConfirmDialog>
    </form>
  );
}

/**
 * Returns a function that registers a birthday and says whether that has worked. It has also worked if another tab has
 * registered one meanwhile.
 */
function useRegistration() {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutateAsync } = useBirthdayRegistration();

  async function hasBirthday(): Promise<boolean> {
    const reply = await client
      .fetchQuery({ ...currentUserQuery(), staleTime: 0 })
      .catch(() => undefined);
    return (reply && readUser(reply))?.birthday != null;
  }
  return async (typed: TypedBirthday) => {
    try {
      await mutateAsync({ ...typed });
    } catch (error) {
      if (!(await hasBirthday())) {
        toasts.showBar("error", t("modals.identification_failed"), { topic: "birth_date" });
        throw error;
      }
    }
    toasts.showBar("success", t("modals.identification_succeeded"), { topic: "birth_date" });
  };
}
