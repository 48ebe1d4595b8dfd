/** A list whose rows are links or hold some. */
export const rowsClass =
  "list-none divide-y divide-line overflow-clip rounded-xl bg-surface shadow-e2";

export const rowLinkClass =
  "px-5 py-4 transition-colors duration-120 hover:bg-surface-2 focus-visible:-outline-offset-3";
