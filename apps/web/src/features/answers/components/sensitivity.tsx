import type { Item } from "@toibako/contract/items.ts";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Switch } from "#ui/forms/choice.tsx";
import { useMark } from "../queries.ts";

/** For the author of the answer: whether the question is marked as sensitive. */
export function Sensitivity({ item }: { item: Pick<Item, "uuid_hash" | "is_ad_default"> }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending, variables } = useMark(item.uuid_hash);
  const is_ad_default = isPending ? variables : item.is_ad_default;
  const choose = (sensitive: boolean) =>
    mutate(!sensitive, {
      onError: (error) => {
        const [reason] = error instanceof ApiError ? error.messages : [];
        toasts.show("error", reason ?? t("answers.sensitive_failed"));
      },
    });
  return (
    <Switch
      label={t("answers.sensitive")}
      hint={t("answers.sensitive_hint")}
      checked={!is_ad_default}
      onChange={({ target }) => isPending || choose(target.checked)}
    />
  );
}
