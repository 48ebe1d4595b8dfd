import { Menu as BaseMenu } from "@base-ui/react/menu";
import { useId, useRef } from "react";
import { cx } from "#ui/cx.ts";
import { renderAs } from "#ui/render-as.ts";
import type { MenuEntry, MenuProps } from "./menu.tsx";

const row =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-md leading-snug outline-none select-none data-highlighted:bg-surface-2 data-disabled:opacity-50 [&>svg]:shrink-0";

/** The trigger and the menu. The menu is open at first, because pressing the trigger loads this code. */
export function MenuPopup({ trigger, entries }: MenuProps) {
  const id = useId();
  const focusAfter = useRef<MenuEntry["focusAfter"]>(undefined);
  function chooseFocus() {
    const find = focusAfter.current;
    focusAfter.current = undefined;
    // The dialog that an entry has opened keeps the focus.
    const dialogs = [...document.querySelectorAll("[data-modal]")];
    if (dialogs.some((dialog) => !dialog.contains(document.getElementById(id)))) return false;
    return find?.() ?? true;
  }
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger id={id} render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={4} collisionPadding={12} className="z-50">
          {/* A dialog that an entry opens returns the focus to the trigger. */}
          <BaseMenu.Popup
            data-trigger={id}
            finalFocus={chooseFocus}
            className="max-h-(--available-height) min-w-[min(13rem,var(--available-width))] max-w-[min(20rem,var(--available-width))] overflow-y-auto overscroll-contain origin-(--transform-origin) rounded-xl bg-surface p-2 text-ink shadow-e3 outline-none transition-[opacity,scale] duration-120 data-starting-style:scale-95 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            {entries().map(
              ({ key, label, icon, isDangerous, disabled, onSelect, render, ...entry }) => {
                const className = cx(row, isDangerous && "text-danger");
                const content = (
                  <>
                    {icon}
                    <span>{label}</span>
                  </>
                );
                return render ? (
                  <BaseMenu.LinkItem
                    key={key}
                    render={renderAs(render, { className, children: content })}
                    closeOnClick
                  />
                ) : (
                  <BaseMenu.Item
                    key={key}
                    className={className}
                    onClick={() => {
                      focusAfter.current = entry.focusAfter;
                      onSelect?.();
                    }}
                    disabled={disabled ?? false}
                  >
                    {content}
                  </BaseMenu.Item>
                );
              },
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
