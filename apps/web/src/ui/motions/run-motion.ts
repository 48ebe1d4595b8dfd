/** The motions that involve several parts of a page. Each has its animations in a style sheet beside its code. */
type MotionName = "answered" | "sending" | "sent";

/** Whether the reader wants no motion: then nothing is started, and pages show the end state at once. */
export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Motion {
  /** Aborted when the motion has ended. */
  signal: AbortSignal;
  end: () => void;
}

let running: Motion | undefined;

/**
 * Starts a motion: sets `data-motion` of the root element, to which its animations belong, until `end` is called or
 * another motion starts; then `onEnd` is called. What a page says and does never depends on it, so a press or Esc ends
 * it at once, or calls `onSkip`.
 */
export function startMotion(name: MotionName, onEnd: () => void, onSkip?: () => void): Motion {
  running?.end();
  const { dataset } = document.documentElement;
  const ending = new AbortController();
  const { signal } = ending;
  function end() {
    if (signal.aborted) return;
    ending.abort();
    delete dataset.motion;
    onEnd();
  }
  const skip = onSkip ?? end;
  running = { signal, end };
  dataset.motion = name;
  addEventListener("pointerup", skip, { capture: true, signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && skip(), { capture: true, signal });
  return running;
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
