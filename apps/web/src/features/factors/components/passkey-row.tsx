import type { Passkey } from "@toibako/contract/factors.ts";
import { KeyRound } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

/** A passkey with its name, the days of its creation and last use, and its actions. */
export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTexts();
  const { name, formatted_created_on, formatted_used_on, may_remove } = passkey;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
      <span
        className="grid size-11 shrink-0 place-items-center rounded-full bg-paper text-brand"
        aria-hidden="true"
      >
        <KeyRound size={20} />
      </span>
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="font-bold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {t("factors.passkey_created", { date: formatted_created_on })}
        </p>
        <p className="text-sm text-ink-2">
          {formatted_used_on === null
            ? t("factors.passkey_unused")
            : t("factors.passkey_used", { date: formatted_used_on })}
        </p>
        {!may_remove && <p className="text-sm text-ink-2">{t("factors.passkey_only_way")}</p>}
      </div>
      <div className="ml-auto flex gap-1">
        <Button
          variant="text"
          size="sm"
          aria-label={t("factors.passkey_rename_name", { name })}
          onClick={onRename}
        >
          {t("factors.rename")}
        </Button>
        {may_remove && (
          <Button
            variant="text"
            size="sm"
            aria-label={t("factors.passkey_remove_name", { name })}
            onClick={onRemove}
          >
            {t("factors.remove")}
          </Button>
        )}
      </div>
    </li>
  );
}
