import { useEffect, useId } from "react";

/** The forms on the page that hold unsaved text, by id. Effects fill it, so it stays empty on the server. */
const formsWithUnsavedText = new Set<string>();

export const hasUnsavedText = () => formsWithUnsavedText.size > 0;

/** Lets the reader leave the page without being asked about unsaved text, for example after signing out. */
export const forgetUnsavedText = () => formsWithUnsavedText.clear();

/**
 * Registers the form as one with unsaved text while `isUnsaved` is true. Meanwhile, a page that renders
 * `UnsavedTextDialog` asks the reader before they leave it.
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
