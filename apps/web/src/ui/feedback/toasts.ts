import { createContext, use } from "react";
import type { RenderedElement } from "#ui/render-as.ts";

export type ToastType = "success" | "warning" | "error" | "notice";

/** A button of a message, for example to undo something, or a link. */
export type ToastAction =
  | { label: string; onPress: () => void }
  | { label: string; link: RenderedElement };

export type Toast = {
  id: number;
  type: ToastType;
  text: string;
  /** Milliseconds on screen; hover or focus pauses the timer. */
  duration: number;
  look: "bar" | "toast";
  /** A message replaces an earlier one with the same topic. */
  topic?: string | undefined;
  action?: ToastAction | undefined;
};

export type Toasts = {
  /** Shows a bar, which has a close button, for 5000 ms. */
  showBar: (type: ToastType, text: string, options?: BarOptions) => void;
  /** Shows a toast, which is smaller than a bar, for 3000 ms. */
  showToast: (text: string, options?: ToastOptions) => void;
  /** Removes the message with a topic, for example that of an earlier failure before a new attempt. */
  dismiss: (topic: string) => void;
};

export type BarOptions = { duration?: number; topic?: string; action?: ToastAction };

export type ToastOptions = BarOptions & { type?: ToastType };

/** How long messages (bars and toasts) stay on the screen, in milliseconds. */
export const durations = {
  bar: 5000,
  toast: 3000,
  /** Longer, because the reader may want to use the action, such as undoing. */
  toastWithAction: 6000,
  /** Longer, for a text of more than a few words. */
  longToast: 6000,
  /** The time in which a message disappears. */
  animation: 200,
} as const;

export const ToastContext = createContext<Toasts | undefined>(undefined);

/** Shows messages. Needs a `ToastProvider` above. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error("useToasts() needs a <ToastProvider> above it");
  return toasts;
}
