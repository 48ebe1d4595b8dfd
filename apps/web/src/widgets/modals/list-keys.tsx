import { useState } from "react";
import { areListKeysOn, turnListKeys } from "#lib/browser/press-list-key.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Switch } from "#ui/forms/choice.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

const keys = [
  ["J", "modals.keys_next"],
  ["K", "modals.keys_previous"],
  ["Enter", "modals.keys_open"],
  ["L", "modals.keys_like"],
  ["A", "modals.keys_answer"],
  ["?", "modals.keys_list"],
] as const;

/** Lists the keys that act on the cards of lists, and turns them on and off in this browser. */
export function ListKeys({ open, onOpenChange }: ModalProps) {
  const { t } = useTexts();
  const [isOn, setIsOn] = useState(areListKeysOn);
  function turn(isOn: boolean) {
    turnListKeys(isOn);
    setIsOn(isOn);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("modals.keys_title")}
      closeLabel={t("common.close")}
    >
      <p className="mb-4 text-ink-2">{t("modals.keys_lead")}</p>
      <dl className="mb-5 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt translate="no">
              <kbd className="grid min-h-9 min-w-9 place-items-center rounded-md border border-line-strong bg-surface-2 px-2 font-bold">
                {key}
              </kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t("modals.keys_on")}
        hint={t("modals.keys_hint")}
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
      />
    </Sheet>
  );
}
