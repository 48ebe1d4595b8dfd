import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** The keys of a page and what they do, which `?` shows and hides. */
export function Shortcuts({ keys }: { keys: readonly (readonly [key: string, text: string])[] }) {
  const { t } = useTexts();
  const [isShown, setIsShown] = useState(false);
  const toggle = () => setIsShown(!isShown);
  useShortcuts({ "?": toggle });
  return (
    <div className="hidden text-sm text-ink-2 md:block">
      <Button variant="text" aria-expanded={isShown} onClick={toggle}>
        {t("staff.shortcuts")}
      </Button>
      {isShown && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {keys.map(([key, text]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-sm border border-line bg-surface-2 px-2">{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
