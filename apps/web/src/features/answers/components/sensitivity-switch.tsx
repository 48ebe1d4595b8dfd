import type { Item } from "@toibako/contract/items.ts";
import { useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Switch } from "#ui/forms/choice.tsx";
import { useSetSensitivity } from "../queries.ts";

interface SensitivitySwitchProps {
  item: Pick<Item, "uuid_hash" | "is_ad_default">;
  /** In a community, only the answer is marked as sensitive, not the question. */
  isInCommunity?: boolean;
}

/** A switch with which the answerer marks the question as sensitive. */
export function SensitivitySwitch({ item, isInCommunity = false }: SensitivitySwitchProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate } = useSetSensitivity(item.uuid_hash);
  // Not the mutation's `variables`, which are set a moment later: the switch would flicker.
  const [chosen, setChosen] = useState<boolean>();
  function choose(isSensitive: boolean) {
    if (chosen !== undefined) return;
    setChosen(isSensitive);
    mutate(!isSensitive, {
      onSuccess: () =>
        toasts.showToast(t(isSensitive ? "answers.sensitive_on" : "answers.sensitive_off"), {
          type: "success",
        }),
      onError: (error) =>
        toasts.showBar("error", describeFailure(error, t("answers.sensitive_failed"))),
      onSettled: () => setChosen(undefined),
    });
  }
  return (
    <Switch
      label={t(isInCommunity ? "answers.sensitive_in_community" : "answers.sensitive")}
      hint={t(isInCommunity ? "answers.sensitive_in_community_hint" : "answers.sensitive_hint")}
      checked={chosen ?? !item.is_ad_default}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
