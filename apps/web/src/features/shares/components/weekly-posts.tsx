import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Switch } from "#ui/forms/choice.tsx";
import { setWeeklyPost } from "../queries.ts";

/** Switches for weekly posts from the linked X account. */
export function WeeklyPosts({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-2">{t("shares.auto_hint")}</p>
      <WeeklyPostSwitch
        user={user}
        flag="is_auto_recruit"
        label={t("shares.auto_questions")}
        words={t("shares.own_text")}
      />
      <WeeklyPostSwitch
        user={user}
        flag="is_auto_message_recruit"
        label={t("shares.auto_messages")}
        words={t("modals.request_text")}
      />
    </div>
  );
}

interface WeeklyPostSwitchProps {
  user: CurrentUser;
  flag: "is_auto_recruit" | "is_auto_message_recruit";
  label: string;
  /** The words of the post. */
  words: string;
  /** Called if the change failed, instead of showing a bar; the switch goes back. */
  onFailed?: () => void;
}

/** The switch for one of the weekly posts. */
export function WeeklyPostSwitch({ user, flag, label, words, onFailed }: WeeklyPostSwitchProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (isOn: boolean) => setWeeklyPost(client, flag, isOn),
    onError: (error) => {
      if (onFailed) onFailed();
      else toasts.showBar("error", describeFailure(error, t("shares.auto_failed")));
    },
  });
  // Not the mutation's `variables`, which are set a moment later: the switch would flicker.
  const [chosen, setChosen] = useState<boolean>();
  function choose(isOn: boolean) {
    if (chosen !== undefined) return;
    setChosen(isOn);
    mutate(isOn, { onSettled: () => setChosen(undefined) });
  }
  return (
    <Switch
      label={label}
      hint={t("shares.auto_text", { text: words })}
      checked={chosen ?? user[flag]}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
