/** Runs before the first paint: whoever closed the banner for the app is not shown it for a blink. */
export const appLinkScript = `try{if(localStorage.getItem("app_link")==="closed")document.documentElement.dataset.appLink="closed"}catch{}`;

/** Puts the banner away in this browser; the page hides it by the mark on its root. */
export function closeAppLink(): void {
  document.documentElement.dataset.appLink = "closed";
  try {
    localStorage.setItem("app_link", "closed");
  } catch {
    // Storage may be closed to us; it comes back with the next page then.
  }
}
