export interface VideoAnimation {
  play(): void;
  /** Stops and returns to the start. */
  rewind(): void;
}

/** Creates the animation of the parts inside `stage`. Throws if a part is missing. */
export function createVideoAnimation(stage: Element, onEnd: () => void): VideoAnimation {
  const animations = Object.entries(score).map(([name, moments]) => {
    const part = stage.querySelector(`[data-part="${name}"]`);
    if (!part) throw new Error(`The introduction video has no part "${name}"`);
    return new Animation(
      new KeyframeEffect(part, moments.map(toKeyframe), { duration: length * 1000 }),
    );
  });
  const rewind = () => {
    for (const animation of animations) animation.cancel();
  };
  animations.at(-1)?.addEventListener("finish", () => {
    rewind();
    onEnd();
  });
  return {
    play: () => {
      for (const animation of animations) animation.play();
    },
    rewind,
  };
}

function toKeyframe([second, look, easing = "linear"]: Moment): Keyframe {
  return { ...look, offset: second / length, easing };
}

/** Length of the animation, in seconds. */
const length = 8;

/** The style of a part at a second; it changes to the style of the next moment with the easing. */
type Moment = [second: number, look: Keyframe, easing?: string];

const calm = "cubic-bezier(0.4, 0, 0.2, 1)";
const spring = "cubic-bezier(0.3, 1.35, 0.6, 1)";
const shown = { opacity: 1 };
const gone = { opacity: 0 };
const at = (x: number, y: number, more = "") => ({
  transform: `translate(${x}px, ${y}px) ${more}`,
});
const sized = (scale: number) => ({ transform: `scale(${scale})` });

/** Appears, stays and disappears. */
const during = (from: number, until: number): Moment[] => [
  [from, gone],
  [from + 0.25, shown],
  [until, shown],
  [until + 0.25, gone],
];

const drawn = (from: number, until: number): Moment[] => [
  [from, { strokeDashoffset: 1.2 }, calm],
  [until, { strokeDashoffset: 0 }],
  [7.4, { strokeDashoffset: 0 }],
  [7.5, { strokeDashoffset: 1.2 }],
];

/**
 * The moments of each part: a letter is written (to 1.9 s), flies into the box (to 4 s), which opens (to
 * 5 s); an answer rises and gets a heart (to 7.3 s). Then everything returns to the start.
 */
const score: Record<string, Moment[]> = {
  pencil: [
    [0, at(0, 0), calm],
    [0.8, at(76, 0), calm],
    [1, at(0, 36), calm],
    [1.55, { ...at(46, 36), ...shown }, calm],
    [1.9, { ...at(104, -30), ...gone }],
    [7.5, { ...at(0, -14), ...gone }, calm],
    [7.9, { ...at(0, 0), ...shown }],
  ],
  line_1: drawn(0.05, 0.8),
  line_2: drawn(1, 1.55),
  sheet: [
    [1.7, { ...sized(1), ...shown }, calm],
    [2.2, { ...at(0, 24, "scale(0.62, 0.3)"), ...shown }],
    [2.3, { ...at(0, 24, "scale(0.62, 0.3)"), ...gone }],
    [7.55, { ...at(0, 10, "scale(0.96)"), ...gone }, calm],
    [7.95, { ...sized(1), ...shown }],
  ],
  envelope: [
    [1.95, { ...sized(0.9), ...gone }, spring],
    [2.25, { ...sized(1), ...shown }, calm],
    [3.3, { ...sized(0.92), ...shown }, calm],
    [3.9, { ...sized(0.7), ...shown }],
    [4, { ...sized(0.7), ...gone }],
  ],
  seal: [
    [2.2, sized(0), spring],
    [2.6, sized(1)],
  ],
  flight: [
    [2.6, at(0, 0), "cubic-bezier(0.5, 0, 0.8, 0.6)"],
    [3.05, at(110, -88, "rotate(-9deg)"), "cubic-bezier(0.2, 0.4, 0.5, 1)"],
    [3.5, at(262, -98, "rotate(8deg)"), "cubic-bezier(0.6, 0, 0.9, 0.6)"],
    [3.95, at(262, 42, "rotate(0deg)")],
    [4, at(262, 42, "rotate(0deg)")],
  ],
  trail: [
    [2.8, gone],
    [3.2, { opacity: 0.8 }],
    [3.7, { opacity: 0.8 }],
    [4.1, gone],
  ],
  dream: [
    [0, { ...at(0, 0), ...shown }],
    [2.7, { ...at(4, -6), ...shown }],
    [2.9, { ...at(6, -10), ...gone }],
    [7.6, { ...at(0, 4), ...gone }],
    [length, { ...at(0, 0), ...shown }],
  ],
  lid: [
    [3, { transform: "rotate(0deg)" }, spring],
    [3.35, { transform: "rotate(108deg)" }],
    [3.95, { transform: "rotate(108deg)" }, calm],
    [4.2, { transform: "rotate(0deg)" }],
    [4.7, { transform: "rotate(0deg)" }, spring],
    [5.05, { transform: "rotate(108deg)" }],
    [7.3, { transform: "rotate(108deg)" }, calm],
    [7.6, { transform: "rotate(0deg)" }],
  ],
  inside: [
    [3, gone],
    [3.1, shown],
    [4.1, shown],
    [4.2, gone],
    [4.7, gone],
    [4.8, shown],
    [7.45, shown],
    [7.55, gone],
  ],
  box: [
    [4.1, { transform: "scale(1)" }, calm],
    [4.25, { transform: "scale(1.06, 0.92)" }, spring],
    [4.65, { transform: "scale(1)" }, calm],
    [4.75, { transform: "scale(1.04, 0.95)" }, spring],
    [5.1, { transform: "scale(1)" }],
  ],
  asleep: [
    [2.75, shown],
    [2.85, gone],
    [7.6, gone],
    [7.75, shown],
  ],
  surprised: [
    [2.75, gone],
    [2.85, shown],
    [4.15, shown],
    [4.25, gone],
  ],
  happy: [
    [4.15, gone],
    [4.25, shown],
    [7.6, shown],
    [7.75, gone],
  ],
  card: [
    [4.85, { ...at(230, 40, "scale(0.2)"), ...gone }, calm],
    [4.95, { ...at(225, 10, "scale(0.26)"), ...shown }, "cubic-bezier(0.2, 0.8, 0.3, 1)"],
    [5.6, { ...at(0, 0, "scale(1)"), ...shown }],
    [7.3, { ...at(0, 0, "scale(1)"), ...shown }, calm],
    [7.6, { ...at(0, 10, "scale(0.97)"), ...gone }],
  ],
  answer_1: drawn(5.5, 5.95),
  answer_2: drawn(5.9, 6.25),
  heart: [
    [6.3, { ...sized(0), ...gone }],
    [6.32, { ...sized(0), ...shown }, spring],
    [6.7, { ...sized(1), ...shown }],
    [7.5, { ...sized(1), ...shown }],
    [7.6, { ...sized(1), ...gone }],
  ],
  hearts: [
    [6.45, { ...at(0, 40), ...gone }, calm],
    [6.65, { ...at(0, 24), ...shown }, "linear"],
    [7, { ...at(0, 2), ...shown }, calm],
    [7.3, { ...at(0, -16), ...gone }],
  ],
  start: [
    [0, shown],
    [0.2, gone],
    [7.7, gone],
    [7.95, shown],
  ],
  caption_1: during(0.1, 2.3),
  caption_2: during(2.5, 4),
  caption_3: during(4.2, 5.4),
  caption_4: during(5.6, 7.4),
  progress: [
    [0, { transform: "scaleX(0)" }, "linear"],
    [length, { transform: "scaleX(1)" }],
  ],
};
