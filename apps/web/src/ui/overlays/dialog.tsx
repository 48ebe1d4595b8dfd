import { Overlay, type OverlayProps } from "./overlay.tsx";

/** A modal box in the middle of the screen. */
export function Dialog(props: OverlayProps) {
  return <Overlay shape="dialog" {...props} />;
}
