import { createContext, use } from "react";
import type { Slot } from "#ui/render-as.ts";

export type ToastType = "success" | "warning" | "error" | "notice";

/** An action that the message offers, such as to undo, or a link. */
export type ToastAction = { label: string; onPress: () => void } | { label: string; link: Slot };

export type Toast = {
  id: number;
  type: ToastType;
  text: string;
  /** Milliseconds on screen; hover or focus pauses the timer. */
  duration: number;
  look: "bar" | "toast";
  /** The topic; a new message on the same topic replaces it. */
  topic?: string | undefined;
  action?: ToastAction | undefined;
};

export type Toasts = {
  /** The notification bar, which can be closed: 5000 ms. */
  show: (type: ToastType, text: string, options?: BarOptions) => void;
  /** The smaller toast: 3000 ms. */
  toast: (text: string, options?: ToastOptions) => void;
  /** Removes the message on a topic, for example an earlier failure before a new attempt. */
  dismiss: (topic: string) => void;
};

export type BarOptions = { duration?: number; topic?: string; action?: ToastAction };

export type ToastOptions = BarOptions & { type?: ToastType };

/** Milliseconds; `undo` is for a toast that offers to undo something. */
export const durations = { bar: 5000, toast: 3000, undo: 6000, animation: 200 } as const;

export const ToastContext = createContext<Toasts | undefined>(undefined);

/** Shows messages. Needs a `ToastProvider` above. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error("useToasts() needs a <ToastProvider> above it");
  return toasts;
}
