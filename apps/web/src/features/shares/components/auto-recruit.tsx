import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Switch } from "#ui/forms/choice.tsx";
import { setRecruit } from "../queries.ts";

/** Settings for automatic posts from the linked X account. */
export function AutoRecruit({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-2">{t("shares.auto_hint")}</p>
      <RecruitSwitch user={user} flag="is_auto_recruit" label={t("shares.auto_questions")} />
      <RecruitSwitch user={user} flag="is_auto_message_recruit" label={t("shares.auto_messages")} />
    </div>
  );
}

interface RecruitSwitchProps {
  user: CurrentUser;
  flag: "is_auto_recruit" | "is_auto_message_recruit";
  label: string;
}

function RecruitSwitch({ user, flag, label }: RecruitSwitchProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => setRecruit(client, flag, on),
    onError: (error) => {
      const [reason] = error instanceof ApiError ? error.messages : [];
      toasts.show("error", reason ?? t("shares.auto_failed"));
    },
  });
  const checked = isPending ? variables : user[flag];
  const change = (on: boolean) => {
    if (!isPending) mutate(on);
  };
  return (
    <Switch label={label} checked={checked} onChange={({ target }) => change(target.checked)} />
  );
}
