import { lazy, type ReactNode, Suspense, useState } from "react";

export type OverlayProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons that stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** Spoken name of the close button; without it there is none. */
  closeLabel?: string;
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean;
};

export type OverlayShape = "dialog" | "sheet" | "drawer";

export type PopupProps = OverlayProps & {
  shape: OverlayShape;
  /** Only its own buttons close it, not a press beside it. */
  urgent?: boolean;
};

const Popup = lazy(() =>
  import("./overlay-popup.tsx").then((module) => ({ default: module.OverlayPopup })),
);

/** Fetches the code of overlays when the first one opens: most visits never need it. */
export function Overlay(props: PopupProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Popup {...props} />
    </Suspense>
  );
}
