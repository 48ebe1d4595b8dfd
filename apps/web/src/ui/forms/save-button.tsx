import { useSyncExternalStore } from "react";
import { useUnsavedText } from "#lib/forms/unsaved-text.ts";
import { Button, type ButtonProps } from "#ui/buttons/button.tsx";

// There is nothing to subscribe to: React itself reads the browser's value again after hydration.
const subscribe = () => () => {};

type SaveButtonProps = Omit<ButtonProps, "type" | "render"> & {
  /** Whether there is something to save. */
  isChanged: boolean;
};

/**
 * The button that saves a form. Until something is changed, it looks disabled and ignores presses, but can
 * have the focus. Changes count as unsaved text until they are saved. Before hydration the button is
 * enabled, because the page doesn't know what was typed.
 */
export function SaveButton({ isChanged, ...rest }: SaveButtonProps) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  useUnsavedText(isChanged && !rest.isPending);
  return (
    <Button type="submit" {...rest} isUnavailable={isHydrated && !isChanged && !rest.isPending} />
  );
}
