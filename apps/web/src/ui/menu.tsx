import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** An entry acts, or leads somewhere by a link element such as `<Link to="…" />`. */
  onSelect?: () => void;
  render?: ReactElement;
};

type MenuProps = {
  /** The button that opens it, usually an `IconButton`. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
};

const row =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-[0.9375rem] leading-snug outline-none select-none data-highlighted:bg-surface-2 data-disabled:opacity-50 [&>svg]:shrink-0";

/** A few actions behind one button. */
export function Menu({ trigger, entries }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={4} collisionPadding={12} className="z-50">
          <BaseMenu.Popup className="min-w-52 max-w-80 origin-(--transform-origin) rounded-xl bg-surface p-2 text-ink shadow-e3 outline-none transition-[opacity,scale] duration-120 data-starting-style:scale-95 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {entries.map(({ key, label, icon, danger, disabled = false, onSelect, render }) => {
              const className = cx(row, danger && "text-danger");
              const content = (
                <>
                  {icon}
                  {label}
                </>
              );
              return render ? (
                <BaseMenu.LinkItem key={key} render={render} className={className} closeOnClick>
                  {content}
                </BaseMenu.LinkItem>
              ) : (
                <BaseMenu.Item
                  key={key}
                  className={className}
                  onClick={onSelect}
                  disabled={disabled}
                >
                  {content}
                </BaseMenu.Item>
              );
            })}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
