import { type RefObject, useEffect, useRef } from "react";

interface FormState {
  text: string;
  /** What the form says of its last attempt, above its end. */
  failure: unknown;
  isOpen?: boolean;
}

/**
 * Scrolls just enough to show the end of a form, with its submit button, when the form opens with its text field
 * focused, when this field grows and when sending fails. The root's `scroll-padding` keeps the button above the bottom
 * navigation.
 */
export function useSubmitInView(
  end: RefObject<HTMLElement | null>,
  { text, failure, isOpen = true }: FormState,
) {
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and a change of the text change the field's height
  useEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement) || field.form !== end.current?.closest("form"))
      return;
    if (field.offsetHeight > height.current) {
      end.current?.scrollIntoView({ block: "nearest" });
      // In a low window or with large text, the field has precedence over the button.
      field.scrollIntoView({ block: "nearest" });
    }
    height.current = field.offsetHeight;
  }, [end, text, isOpen]);
  useEffect(() => {
    if (failure) end.current?.scrollIntoView({ block: "nearest" });
  }, [end, failure]);
}
