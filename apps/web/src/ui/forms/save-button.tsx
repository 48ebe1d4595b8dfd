import { useSyncExternalStore } from "react";
import { Button, type ButtonProps } from "#ui/buttons/button.tsx";

/** For a value that differs between the server's page and the browser's, and doesn't change afterwards. */
const subscribe = () => () => {};

type SaveButtonProps = Omit<ButtonProps, "type" | "render"> & {
  /** Whether there is something to save. */
  isChanged: boolean;
};

/**
 * The button that saves a form. It looks disabled and ignores presses until something was changed, but
 * keeps the focus. Before hydration it is enabled, because nobody knows yet what was typed.
 */
export function SaveButton({ isChanged, ...rest }: SaveButtonProps) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  return <Button type="submit" {...rest} unavailable={isHydrated && !isChanged && !rest.pending} />;
}
