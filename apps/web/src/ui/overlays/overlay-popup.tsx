import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useBackCloses } from "#lib/page/back-closes.ts";
import { findContent } from "#lib/page/focus-content.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import type { OverlayShape, PopupProps } from "./overlay.tsx";

const viewports: Record<OverlayShape, string> = {
  dialog: "place-items-center p-4",
  sheet: "items-end justify-items-center sm:items-center sm:p-4",
  drawer:
    "justify-items-end lg:mx-auto lg:page-width lg:items-start lg:px-6 lg:pt-[calc(var(--bar)+0.25rem)]",
};

const fade = "data-starting-style:opacity-0 data-ending-style:opacity-0";

const popups: Record<OverlayShape, string> = {
  dialog: `max-h-[calc(100dvh-2rem)] max-w-md rounded-sheet ${fade} data-starting-style:scale-95 data-ending-style:scale-95`,
  sheet: cx(
    "max-h-[92dvh] max-w-lg rounded-t-sheet pb-[env(safe-area-inset-bottom)] sm:rounded-b-sheet",
    "data-starting-style:translate-y-full data-ending-style:translate-y-full",
    "sm:data-starting-style:translate-y-4 sm:data-ending-style:translate-y-4",
    "sm:data-starting-style:opacity-0 sm:data-ending-style:opacity-0",
  ),
  drawer: cx(
    "h-dvh max-w-[min(20rem,86vw)] rounded-l-sheet pb-[env(safe-area-inset-bottom)]",
    "data-starting-style:translate-x-full data-ending-style:translate-x-full",
    "lg:h-auto lg:max-h-[calc(100dvh-var(--bar)-1rem)] lg:max-w-88 lg:rounded-sheet",
    "lg:data-starting-style:translate-x-0 lg:data-starting-style:-translate-y-2 lg:data-ending-style:translate-x-0 lg:data-ending-style:-translate-y-2",
    "lg:data-starting-style:opacity-0 lg:data-ending-style:opacity-0",
  ),
};

/**
 * The common part of dialog, sheet and drawer: a box with a title over the page, which traps the
 * focus.
 */
export function OverlayPopup({
  open,
  onOpenChange,
  title,
  children,
  footer,
  closeLabel,
  isTitleHidden = false,
  shape,
  isUrgent = false,
  focusAfter,
  colors,
}: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const menuTrigger = useRef<HTMLElement>(null);
  useBackCloses(open, () => onOpenChange(false));
  const openedOn = useRef<string>(undefined);
  const opensByItself = useRef(false);
  useLayoutEffect(() => {
    if (!open) return;
    menuTrigger.current = findMenuTrigger();
    openedOn.current = location.pathname;
    opensByItself.current = document.activeElement === document.body;
  }, [open]);
  /** Chooses what gets the focus after closing; with true, Base UI focuses the element that opened the overlay. */
  function focusAfterClosing(): boolean | HTMLElement {
    const hasNavigated = location.pathname !== openedOn.current;
    const next =
      (!hasNavigated && focusAfter?.()) ||
      ((opensByItself.current || hasNavigated) && findContent());
    if (!next) return menuTrigger.current ?? true;
    // Base UI would focus the first control in the element, which in a list may be one that disappears.
    queueMicrotask(() => isBelowOverlay(popup.current) || next.focus({ preventScroll: true }));
    return false;
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={isUrgent}>
      <Dialog.Portal>
        <Dialog.Backdrop
          // A dialog above another one would have none.
          forceRender
          className={cx(
            "fixed inset-0 z-40 bg-scrim transition-opacity duration-200",
            shape === "drawer" && "lg:bg-transparent",
            fade,
          )}
        />
        <Dialog.Viewport
          className={cx("fixed inset-0 z-40 grid overflow-hidden", viewports[shape])}
        >
          <Dialog.Popup
            data-modal={shape}
            {...(isUrgent && { role: "alertdialog" })}
            initialFocus={(openType) => findFirstFocus(popup.current, { openType, isUrgent })}
            ref={popup}
            {...(colors && { style: { backgroundColor: colors.background, color: colors.text } })}
            finalFocus={focusAfterClosing}
            className={cx(
              "flex w-full min-h-0 flex-col bg-surface text-ink shadow-e3 outline-none",
              "transition-[opacity,scale,translate] duration-200 ease-calm",
              popups[shape],
            )}
          >
            <header className="flex shrink-0 items-start gap-2 pt-4 pr-3 pl-6">
              <Dialog.Title
                className={cx(
                  "min-h-11 flex-1 content-center text-[min(1.125rem,8vw)]/[1.65]",
                  isTitleHidden && "sr-only",
                )}
              >
                {title}
              </Dialog.Title>
              {closeLabel && (
                <Dialog.Close
                  render={
                    <IconButton
                      label={closeLabel}
                      icon={<X size={22} />}
                      className={cx("ml-auto", colors && "focus-visible:outline-current")}
                      {...(colors && { style: { color: "inherit", background: "none" } })}
                    />
                  }
                />
              )}
            </header>
            <Body isDescription={isUrgent}>{children}</Body>
            {footer && (
              <footer
                className={cx(
                  "flex shrink-0 flex-wrap gap-3 px-6 pb-6",
                  shape === "sheet" && "border-t border-line pt-4",
                )}
              >
                {footer}
              </footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Whether another overlay has the focus. */
function isBelowOverlay(popup: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest("[data-modal]");
  return !!focused && focused !== popup;
}

/** The button of the menu whose entry has the focus; null if it is elsewhere. The entry goes with the menu. */
function findMenuTrigger(): HTMLElement | null {
  const menu = document.activeElement?.closest<HTMLElement>("[data-trigger]");
  return document.getElementById(menu?.dataset.trigger ?? "");
}

const firstField =
  "form :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select):not(:disabled)";

/**
 * The first field of a form, else the first button of a confirmation, which cancels it; true for the default. After a
 * touch, the keyboard of the device stays closed.
 */
function findFirstFocus(
  popup: HTMLElement | null,
  { openType, isUrgent }: { openType: string; isUrgent: boolean },
): HTMLElement | true {
  const field = openType === "touch" ? null : popup?.querySelector<HTMLElement>(firstField);
  const cancelButton = isUrgent ? popup?.querySelector<HTMLElement>("footer button") : null;
  return field ?? cancelButton ?? true;
}

/** The text of a confirmation is read out together with its title; other content is not. */
function Body({ isDescription, children }: { isDescription: boolean; children: ReactNode }) {
  const className = "min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6";
  if (!isDescription) return <div className={className}>{children}</div>;
  return <Dialog.Description render={<div className={className} />}>{children}</Dialog.Description>;
}
