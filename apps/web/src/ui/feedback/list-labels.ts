import { createContext, use } from "react";

interface ListLabels {
  /** Spoken while loading. */
  loading: string;
  retry: string;
  more: string;
  /** On the button below a folded text. */
  unfold: string;
  fold: string;
  moreFailed: string;
  /** Spoken after entries were added. */
  added: (count: number) => string;
  pages: { nav: string; first: string; previous: string; next: string; last: string };
}

/** The labels that all lists and folded texts below the provider share. */
export const ListLabelsContext = createContext<ListLabels | undefined>(undefined);

export function useListLabels(): ListLabels {
  const labels = use(ListLabelsContext);
  if (!labels) throw new Error("Lists and folded texts need a <ListLabelsContext> above it");
  return labels;
}
