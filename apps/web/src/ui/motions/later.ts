import { isMotionReduced, runMotion } from "./run-motion.ts";

/**
 * Puts a letter aside: shows the next one by `showNext`, and lets the former one rise and pass under it. `part` holds
 * the paper of the letter.
 */
export function putAside(part: HTMLElement | null, showNext: () => void): void {
  const paper = part?.querySelector<HTMLElement>("[data-paper]");
  const former = paper?.cloneNode(true) as HTMLElement | undefined;
  const place = paper?.getBoundingClientRect();
  showNext();
  if (!part || !former || !place || isMotionReduced()) return;
  const frame = part.getBoundingClientRect();
  former.style.left = `${place.left - frame.left}px`;
  former.style.top = `${place.top - frame.top}px`;
  former.style.width = `${place.width}px`;
  former.dataset.formerLetter = "";
  former.ariaHidden = "true";
  former.inert = true;
  part.append(former);
  runMotion("later", () => former.remove());
}
