import { createContext } from "react";

interface UnloadedLabels {
  /** Spoken while loading. */
  loading: string;
  retry: string;
}

/** The labels of every `Unloaded` below; they are the same for all lists. */
export const UnloadedLabelsContext = createContext<UnloadedLabels | undefined>(undefined);
