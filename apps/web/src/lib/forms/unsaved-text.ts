import { useEffect, useId } from "react";

/** The forms on the page that hold unsaved text, by id. Effects fill it, so it stays empty on the server. */
const formsWithUnsavedText = new Set<string>();

export const hasUnsavedText = () => formsWithUnsavedText.size > 0;

/** Lets the page be left without a question, for example after signing out. */
export const forgetUnsavedText = () => formsWithUnsavedText.clear();

/**
 * Registers the form as one with unsaved text while `isUnsaved`. A page that renders `UnsavedTextDialog`
 * then asks before it is left.
 */
export function useUnsavedText(isUnsaved: boolean) {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    formsWithUnsavedText.add(id);
    return () => {
      formsWithUnsavedText.delete(id);
    };
  }, [id, isUnsaved]);
}
