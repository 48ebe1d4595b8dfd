import { writeStored } from "./storage.ts";

/** Runs before the first paint, so that a dismissed app banner does not flash. */
export const appLinkScript = `try{if(localStorage.getItem("app_link")==="closed")document.documentElement.dataset.appLink="closed"}catch{}`;

/** Dismisses the app banner in this browser; styles hide it by an attribute of the root element. */
export function closeAppLink(): void {
  document.documentElement.dataset.appLink = "closed";
  writeStored("localStorage", "app_link", "closed");
}
