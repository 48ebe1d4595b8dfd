import { useEffect } from "react";

/** Zoomed in by more than this, the visual viewport is the part of the page that the reader looks at. */
const maxScale = 1.01;

/**
 * Writes the height of the part of the screen that the keyboard of the device doesn't cover, and its distance from the
 * top, into the properties `--visual-height` and `--visual-top` of the root, while the calling component is mounted.
 */
export function useVisualViewport(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return;
    const { style } = document.documentElement;
    const clear = () => {
      style.removeProperty("--visual-height");
      style.removeProperty("--visual-top");
    };
    const update = () => {
      if (viewport.scale > maxScale) return clear();
      style.setProperty("--visual-height", `${viewport.height}px`);
      style.setProperty("--visual-top", `${viewport.offsetTop}px`);
    };
    update();
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
      clear();
    };
  }, []);
}
