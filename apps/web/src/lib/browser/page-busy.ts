/** Whether the reader is elsewhere, types, or has a menu, a drawer or another box open. */
export function isPageBusy(): boolean {
  if (document.visibilityState !== "visible") return true;
  const isTyping = document.activeElement?.matches("input, textarea, select, [contenteditable]");
  const box = document.querySelector(
    "[data-modal], [role=dialog], [role=alertdialog], [role=menu]",
  );
  return Boolean(isTyping) || box !== null;
}
