import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls just enough to show the end of a form with its submit button, when the focused text field has grown,
 * or when the form opens with its field focused. The root's `scroll-padding` keeps it above the bottom navigation.
 */
export function useSubmitInView(end: RefObject<HTMLElement | null>, text: string) {
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text changes the field's height
  useEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement) || field.form !== end.current?.closest("form"))
      return;
    if (field.offsetHeight > height.current) end.current?.scrollIntoView({ block: "nearest" });
    height.current = field.offsetHeight;
  }, [end, text]);
}
