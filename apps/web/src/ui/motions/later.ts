import { isMotionReduced, runMotion } from "./run-motion.ts";

/**
 * Puts a letter aside: shows the next one by `showNext`, and lets the former one rise and pass under it. `part` holds
 * the letter.
 */
export function putAside(part: HTMLElement | null, showNext: () => void): void {
  const letter = part?.firstElementChild?.cloneNode(true);
  showNext();
  if (!part || !(letter instanceof HTMLElement) || isMotionReduced()) return;
  letter.style.width = `${part.clientWidth}px`;
  letter.dataset.formerLetter = "";
  letter.ariaHidden = "true";
  letter.inert = true;
  for (const element of letter.querySelectorAll("[id], [name]")) {
    element.removeAttribute("id");
    element.removeAttribute("name");
  }
  part.append(letter);
  runMotion("later", () => letter.remove());
}
