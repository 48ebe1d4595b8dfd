import { Overlay, type OverlayProps } from "./overlay.tsx";

/** Rises from the bottom edge on phones; a dialog on wider screens. */
export function Sheet(props: OverlayProps) {
  return <Overlay shape="sheet" {...props} />;
}
