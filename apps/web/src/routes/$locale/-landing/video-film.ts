import { length, type Moment, score } from "./video-score.ts";

export interface Film {
  play(): void;
  /** Stops and shows the beginning. */
  rewind(): void;
}

/** Sets the parts of a stage in motion, once told to. Throws when one of them is missing. */
export function openFilm(stage: Element, on_end: () => void): Film {
  const animations = Object.entries(score).map(([name, moments]) => {
    const part = stage.querySelector(`[data-part="${name}"]`);
    if (!part) throw new Error(`The introduction has no part "${name}"`);
    return new Animation(
      new KeyframeEffect(part, moments.map(keyframe), { duration: length * 1000 }),
    );
  });
  const rewind = () => {
    for (const animation of animations) animation.cancel();
  };
  animations.at(-1)?.addEventListener("finish", () => {
    rewind();
    on_end();
  });
  return {
    play: () => {
      for (const animation of animations) animation.play();
    },
    rewind,
  };
}

function keyframe([second, look, easing = "linear"]: Moment): Keyframe {
  return { ...look, offset: second / length, easing };
}
