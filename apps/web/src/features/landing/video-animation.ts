export interface VideoAnimation {
  play(): void;
  /** Stops and shows the first picture again. */
  rewind(): void;
}

/** Creates the animation of the parts inside `stage`. Throws if a part is missing. */
export function createVideoAnimation(stage: Element, onEnd: () => void): VideoAnimation {
  const animations = Object.entries(timeline).map(([name, moments]) => {
    const part = stage.querySelector(`[data-part="${name}"]`);
    if (!part) throw new Error(`The introduction video has no part "${name}"`);
    return new Animation(
      new KeyframeEffect(part, moments.map(toKeyframe), { duration: totalSeconds * 1000 }),
    );
  });
  const rewind = () => {
    for (const animation of animations) animation.cancel();
  };
  // All animations have the same duration, so it is enough to listen to one of them.
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

function toKeyframe([second, style, easing = "linear"]: Moment): Keyframe {
  return { ...style, offset: second / totalSeconds, easing };
}

/** The duration of the animation. */
const totalSeconds = 8;

/** The style of a part at a second. `easing` is that of the change to the next moment. */
type Moment = [second: number, style: Keyframe, easing?: string];

const easeInOut = "cubic-bezier(0.4, 0, 0.2, 1)";
/** Goes a little beyond the next style, then back to it. */
const spring = "cubic-bezier(0.3, 1.35, 0.6, 1)";
const visible = { opacity: 1 };
const hidden = { opacity: 0 };
const moveTo = (x: number, y: number, otherTransforms = "") => ({
  transform: `translate(${x}px, ${y}px) ${otherTransforms}`,
});
const scaleTo = (scale: number) => ({ transform: `scale(${scale})` });

/** Shows a part from one second until another, with a fade at each end. */
const showBetween = (from: number, until: number): Moment[] => [
  [from, hidden],
  [from + 0.25, visible],
  [until, visible],
  [until + 0.25, hidden],
];

/**
 * Draws a line from its start to its end. The dashes of the line are 1.2 times as long as the line, so an
 * offset of 1.2 hides it.
 */
const drawBetween = (from: number, until: number): Moment[] => [
  [from, { strokeDashoffset: 1.2 }, easeInOut],
  [until, { strokeDashoffset: 0 }],
  // At 7.5 s the first picture comes back, which doesn't have the line.
  [7.4, { strokeDashoffset: 0 }],
  [7.5, { strokeDashoffset: 1.2 }],
];

/**
 * The moments of each part. Until 1.9 s a letter is written. Until 4 s it flies into the open box.
 * Until 5 s the box closes and opens again. Until 7.3 s an answer rises from it and gets a heart. Then the
 * first picture comes back.
 */
const timeline: Record<string, Moment[]> = {
  pencil: [
    [0, moveTo(0, 0), easeInOut],
    [0.8, moveTo(76, 0), easeInOut],
    [1, moveTo(0, 36), easeInOut],
    [1.55, { ...moveTo(46, 36), ...visible }, easeInOut],
    [1.9, { ...moveTo(104, -30), ...hidden }],
    [7.5, { ...moveTo(0, -14), ...hidden }, easeInOut],
    [7.9, { ...moveTo(0, 0), ...visible }],
  ],
  line_1: drawBetween(0.05, 0.8),
  line_2: drawBetween(1, 1.55),
  sheet: [
    [1.7, { ...scaleTo(1), ...visible }, easeInOut],
    [2.2, { ...moveTo(0, 24, "scale(0.62, 0.3)"), ...visible }],
    [2.3, { ...moveTo(0, 24, "scale(0.62, 0.3)"), ...hidden }],
    [7.55, { ...moveTo(0, 10, "scale(0.96)"), ...hidden }, easeInOut],
    [7.95, { ...scaleTo(1), ...visible }],
  ],
  envelope: [
    [1.95, { ...scaleTo(0.9), ...hidden }, spring],
    [2.25, { ...scaleTo(1), ...visible }, easeInOut],
    [3.3, { ...scaleTo(0.92), ...visible }, easeInOut],
    [3.9, { ...scaleTo(0.7), ...visible }],
    [4, { ...scaleTo(0.7), ...hidden }],
  ],
  seal: [
    [2.2, scaleTo(0), spring],
    [2.6, scaleTo(1)],
  ],
  flight: [
    [2.6, moveTo(0, 0), "cubic-bezier(0.5, 0, 0.8, 0.6)"],
    [3.05, moveTo(110, -88, "rotate(-9deg)"), "cubic-bezier(0.2, 0.4, 0.5, 1)"],
    [3.5, moveTo(262, -98, "rotate(8deg)"), "cubic-bezier(0.6, 0, 0.9, 0.6)"],
    [3.95, moveTo(262, 42, "rotate(0deg)")],
    [4, moveTo(262, 42, "rotate(0deg)")],
  ],
  trail: [
    [2.8, hidden],
    [3.2, { opacity: 0.8 }],
    [3.7, { opacity: 0.8 }],
    [4.1, hidden],
  ],
  dream: [
    [0, { ...moveTo(0, 0), ...visible }],
    [2.7, { ...moveTo(4, -6), ...visible }],
    [2.9, { ...moveTo(6, -10), ...hidden }],
    [7.6, { ...moveTo(0, 4), ...hidden }],
    [totalSeconds, { ...moveTo(0, 0), ...visible }],
  ],
  lid: [
    [3, { transform: "rotate(0deg)" }, spring],
    [3.35, { transform: "rotate(108deg)" }],
    [3.95, { transform: "rotate(108deg)" }, easeInOut],
    [4.2, { transform: "rotate(0deg)" }],
    [4.7, { transform: "rotate(0deg)" }, spring],
    [5.05, { transform: "rotate(108deg)" }],
    [7.3, { transform: "rotate(108deg)" }, easeInOut],
    [7.6, { transform: "rotate(0deg)" }],
  ],
  inside: [
    [3, hidden],
    [3.1, visible],
    [4.1, visible],
    [4.2, hidden],
    [4.7, hidden],
    [4.8, visible],
    [7.45, visible],
    [7.55, hidden],
  ],
  box: [
    [4.1, { transform: "scale(1)" }, easeInOut],
    [4.25, { transform: "scale(1.06, 0.92)" }, spring],
    [4.65, { transform: "scale(1)" }, easeInOut],
    [4.75, { transform: "scale(1.04, 0.95)" }, spring],
    [5.1, { transform: "scale(1)" }],
  ],
  asleep: [
    [2.75, visible],
    [2.85, hidden],
    [7.6, hidden],
    [7.75, visible],
  ],
  surprised: [
    [2.75, hidden],
    [2.85, visible],
    [4.15, visible],
    [4.25, hidden],
  ],
  happy: [
    [4.15, hidden],
    [4.25, visible],
    [7.6, visible],
    [7.75, hidden],
  ],
  card: [
    [4.85, { ...moveTo(230, 40, "scale(0.2)"), ...hidden }, easeInOut],
    [4.95, { ...moveTo(225, 10, "scale(0.26)"), ...visible }, "cubic-bezier(0.2, 0.8, 0.3, 1)"],
    [5.6, { ...moveTo(0, 0, "scale(1)"), ...visible }],
    [7.3, { ...moveTo(0, 0, "scale(1)"), ...visible }, easeInOut],
    [7.6, { ...moveTo(0, 10, "scale(0.97)"), ...hidden }],
  ],
  answer_1: drawBetween(5.5, 5.95),
  answer_2: drawBetween(5.9, 6.25),
  heart: [
    [6.3, { ...scaleTo(0), ...hidden }],
    [6.32, { ...scaleTo(0), ...visible }, spring],
    [6.7, { ...scaleTo(1), ...visible }],
    [7.5, { ...scaleTo(1), ...visible }],
    [7.6, { ...scaleTo(1), ...hidden }],
  ],
  hearts: [
    [6.45, { ...moveTo(0, 40), ...hidden }, easeInOut],
    [6.65, { ...moveTo(0, 24), ...visible }, "linear"],
    [7, { ...moveTo(0, 2), ...visible }, easeInOut],
    [7.3, { ...moveTo(0, -16), ...hidden }],
  ],
  start: [
    [0, visible],
    [0.2, hidden],
    [7.7, hidden],
    [7.95, visible],
  ],
  caption_1: showBetween(0.1, 2.3),
  caption_2: showBetween(2.5, 4),
  caption_3: showBetween(4.2, 5.4),
  caption_4: showBetween(5.6, 7.4),
  progress: [
    [0, { transform: "scaleX(0)" }, "linear"],
    [totalSeconds, { transform: "scaleX(1)" }],
  ],
};
