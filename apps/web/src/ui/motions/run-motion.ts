/** The motions of `motions.css` that involve several parts of a page. */
export type MotionName = "answered" | "sending" | "sent";

/** Whether the reader wants no motion: then nothing is started, and pages show the end state at once. */
export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let finishRunning: (() => void) | undefined;

/**
 * Plays a motion: sets `data-motion` of the root element, to which the animations in `motions.css` belong, until all of
 * them have ended. What a page says and does never depends on it, so a press or Esc ends it at once. `onEnd` is called
 * in any case, also if another motion replaces this one.
 */
export function runMotion(name: MotionName, onEnd: () => void = () => {}): void {
  finishRunning?.();
  const root = document.documentElement;
  const ending = new AbortController();
  const finish = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    finishRunning = undefined;
    delete root.dataset.motion;
    onEnd();
  };
  finishRunning = finish;
  root.dataset.motion = name;
  const { signal } = ending;
  addEventListener("pointerup", finish, { capture: true, signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && finish(), { capture: true, signal });
  void waitForAnimations(name).then(finish);
}

/** Resolves when the animations whose names begin with that of the motion have ended. */
export async function waitForAnimations(name: MotionName): Promise<void> {
  const running = listAnimations(name).map(({ finished }) => finished);
  // A part that leaves the page cancels its animations.
  await Promise.allSettled(running);
}

export const listAnimations = (name: MotionName) =>
  document
    .getAnimations()
    .filter(
      (animation) =>
        animation instanceof CSSAnimation && animation.animationName.startsWith(`${name}-`),
    );
