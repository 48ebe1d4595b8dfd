/**
 * The common classes of inputs, selects and text areas. Their text has at least 16 px, because iOS
 * zooms in when somebody focuses a field with smaller text.
 */
export const controlClass =
  "block w-full min-w-0 rounded-md border border-line-strong bg-surface px-4 py-2.5 text-md leading-normal text-ink " +
  "placeholder:text-ink-2 placeholder:opacity-100 transition-colors duration-120 hover:border-brand " +
  "focus-visible:border-brand focus-visible:outline-offset-0 " +
  "aria-invalid:border-danger aria-invalid:bg-danger-soft disabled:border-line disabled:bg-surface-2 disabled:text-ink-2";
