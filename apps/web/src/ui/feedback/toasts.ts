import { createContext, use } from "react";

export type ToastType = "success" | "warning" | "error" | "notice";

/** What can be done about what was told, such as taking it back. */
export type ToastAction = { label: string; onPress: () => void };

export type Toast = {
  id: number;
  type: ToastType;
  text: string;
  /** Milliseconds on screen; hovering or focusing pauses the clock. */
  duration: number;
  look: "bar" | "toast";
  /** What it is about: a new message about the same replaces it. */
  topic?: string | undefined;
  action?: ToastAction | undefined;
};

export type Toasts = {
  /** The notification bar below the header: 5000 ms. */
  show: (type: ToastType, text: string, options?: BarOptions) => void;
  /** The smaller toast above the bottom navigation: 3000 ms. */
  toast: (text: string, options?: ToastOptions) => void;
  /** Removes what is shown about a topic: a new attempt must not stand beside the earlier failure. */
  dismiss: (topic: string) => void;
};

export type BarOptions = { duration?: number; topic?: string };

export type ToastOptions = { type?: ToastType; duration?: number; action?: ToastAction };

export const durations = { bar: 5000, toast: 3000, animation: 200 } as const;

export const ToastContext = createContext<Toasts | undefined>(undefined);

/** Tells the reader what just happened. Needs the `ToastProvider` above. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error("useToasts() needs a <ToastProvider> above it");
  return toasts;
}
