import { Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import type { VideoAnimation } from "../video-animation.ts";
import { VideoScene } from "./video-scene.tsx";

/**
 * The animated introduction to the site. It starts by itself when the reader first scrolls to it, unless they
 * prefer reduced motion. When it ends or is stopped, it returns to its first picture. If the code of the
 * animation can't be loaded, a text replaces the controls.
 */
export function Video() {
  const { t } = useTexts();
  const stage = useRef<HTMLElement>(null);
  const { isPlaying, isBroken, toggle } = useVideoAnimation(stage);
  return (
    <figure
      ref={stage}
      className="mx-auto w-full max-w-3xl overflow-hidden lg:max-w-none rounded-sheet bg-surface shadow-e2"
    >
      <VideoScene />
      <div className="h-1 bg-surface-2" aria-hidden="true">
        <div
          data-part="progress"
          className="h-full origin-left bg-brand-400"
          style={{ transform: "scaleX(0)" }}
        />
      </div>
      <figcaption className="flex min-h-20 items-center gap-4 px-4 py-3 sm:px-6">
        {isBroken ? (
          <p className="text-sm text-ink-2">{t("landing.video_text")}</p>
        ) : (
          <>
            <IconButton
              variant="soft"
              size="lg"
              label={isPlaying ? t("landing.video_pause") : t("landing.video_play")}
              icon={isPlaying ? <Pause size={24} /> : <Play size={24} />}
              onClick={toggle}
            />
            <p className="sr-only">{t("landing.video_text")}</p>
            <Captions />
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** The captions of the scenes. All are in one grid cell, so that a longer caption doesn't move the page. */
function Captions() {
  const { t } = useTexts();
  const className = "col-start-1 row-start-1 self-center";
  return (
    <div className="grid min-w-0 flex-1 font-semibold text-balance" aria-hidden="true">
      <p data-part="start" className={className}>
        {t("landing.video_start")}
      </p>
      {([1, 2, 3, 4] as const).map((scene) => (
        <p key={scene} data-part={`caption_${scene}`} className={`${className} opacity-0`}>
          {t(`landing.video_${scene}`)}
        </p>
      ))}
    </div>
  );
}

function useVideoAnimation(stage: RefObject<HTMLElement | null>) {
  const animation = useRef<Promise<VideoAnimation>>(undefined);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isBroken, setIsBroken] = useState(false);

  function run(command: keyof VideoAnimation) {
    if (!stage.current) return;
    animation.current ??= loadAnimation(stage.current, () => setIsPlaying(false));
    animation.current.then(
      (videoAnimation) => {
        videoAnimation[command]();
        setIsPlaying(command === "play");
      },
      (error: unknown) => {
        reportError(error);
        setIsBroken(true);
      },
    );
  }

  const start = useRef(() => run("play"));
  useEffect(() => {
    if (!stage.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        start.current();
      },
      { threshold: 0.7 },
    );
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);

  return { isPlaying, isBroken, toggle: () => run(isPlaying ? "rewind" : "play") };
}

async function loadAnimation(stage: Element, onEnd: () => void): Promise<VideoAnimation> {
  const { createVideoAnimation } = await import("../video-animation.ts");
  return createVideoAnimation(stage, onEnd);
}
