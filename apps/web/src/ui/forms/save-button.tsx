import { useSyncExternalStore } from "react";
import { useUnsavedText } from "#lib/forms/unsaved-text.ts";
import { Button, type ButtonProps } from "#ui/buttons/button.tsx";

/** For a value that differs between the server's page and the browser's, and doesn't change afterwards. */
const subscribe = () => () => {};

type SaveButtonProps = Omit<ButtonProps, "type" | "render"> & {
  /** Whether there is something to save. */
  isChanged: boolean;
};

/**
 * The button that saves a form. It looks disabled and ignores presses until something was changed, but
 * keeps the focus. Changes count as unsaved text until they are saved. Before hydration the button is
 * enabled, because nobody knows yet what was typed.
 */
export function SaveButton({ isChanged, ...rest }: SaveButtonProps) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  useUnsavedText(isChanged && !rest.pending);
  return <Button type="submit" {...rest} unavailable={isHydrated && !isChanged && !rest.pending} />;
}
