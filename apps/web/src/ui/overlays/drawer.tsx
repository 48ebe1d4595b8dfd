import { Overlay, type OverlayProps } from "./overlay.tsx";

/** Slides in from the right edge, at full height. */
export function Drawer(props: OverlayProps) {
  return <Overlay shape="drawer" {...props} />;
}
