import type { ReactNode } from "react";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";

type OverlayProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons that stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** Spoken name of the close button; without it there is none. */
  closeLabel?: string;
  /** Keeps the title for screen readers only. */
  isTitleHidden?: boolean;
  /** Colours of its own, the same in light and dark mode. */
  colors?: { background: string; text: string } | undefined;
  /** Returns the element to focus after closing, if the element that opened the overlay was removed; else null. */
  focusAfter?: () => HTMLElement | null;
};

export type OverlayShape = "dialog" | "sheet" | "drawer";

export type PopupProps = OverlayProps & {
  shape: OverlayShape;
  /** An alert dialog: a press outside doesn't close it, and its text is read out with its title. */
  isUrgent?: boolean;
};

const popup = defineLazyModule(async () => (await import("./overlay-popup.tsx")).OverlayPopup);

/** Loads the code of overlays when the first one opens, because most visits never need it. */
export function Overlay(props: PopupProps) {
  const Popup = useLazyModule(popup, props.open, () => props.onOpenChange(false));
  return Popup && <Popup {...props} />;
}

/** Loads the code of overlays before it is needed, on hover or focus. */
export const loadOverlay = () => void popup.load().catch(() => undefined);

/** A modal box in the middle of the screen. */
export function Dialog(props: OverlayProps) {
  return <Overlay shape="dialog" {...props} />;
}

/** Slides in from the right edge, at full height; on wide screens, a box below the buttons of the header. */
export function Drawer(props: OverlayProps) {
  return <Overlay shape="drawer" {...props} />;
}

/** Rises from the bottom edge on phones; a dialog on wider screens. */
export function Sheet(props: OverlayProps) {
  return <Overlay shape="sheet" {...props} />;
}
