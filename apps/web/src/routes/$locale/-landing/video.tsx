import { Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import type { Film } from "./video-film.ts";
import { VideoScene } from "./video-scene.tsx";

/**
 * The introduction: a letter is written, flies into the box, and an answer comes out of it. It
 * plays by itself once it is in sight, unless motion is unwanted, and returns to its start when it
 * ends or is stopped. Without its score, the picture stands still and says in words what it shows.
 */
export function Video() {
  const { t } = useTexts();
  const stage = useRef<HTMLElement>(null);
  const { playing, broken, toggle } = useFilm(stage);
  return (
    <figure
      ref={stage}
      className="mx-auto w-full max-w-3xl overflow-hidden rounded-sheet bg-surface shadow-e2"
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
        {broken ? (
          <p className="text-sm text-ink-2">{t("support.video_text")}</p>
        ) : (
          <>
            <IconButton
              variant="soft"
              size="lg"
              label={playing ? t("support.video_pause") : t("support.video_play")}
              icon={playing ? <Pause size={24} /> : <Play size={24} />}
              onClick={toggle}
            />
            <p className="sr-only">{t("support.video_text")}</p>
            <Captions />
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** What is said to each scene; all stand in one place, so that none moves the page. */
function Captions() {
  const { t } = useTexts();
  const place = "col-start-1 row-start-1 self-center";
  return (
    <div
      className="grid min-w-0 flex-1 font-semibold text-balance [word-break:auto-phrase]"
      aria-hidden="true"
    >
      <p data-part="start" className={place}>
        {t("support.video_start")}
      </p>
      {([1, 2, 3, 4] as const).map((scene) => (
        <p key={scene} data-part={`caption_${scene}`} className={`${place} opacity-0`}>
          {t(`support.video_${scene}`)}
        </p>
      ))}
    </div>
  );
}

function useFilm(stage: RefObject<HTMLElement | null>) {
  const film = useRef<Promise<Film>>(undefined);
  const [playing, setPlaying] = useState(false);
  const [broken, setBroken] = useState(false);

  function command(order: keyof Film) {
    if (!stage.current) return;
    film.current ??= open(stage.current, () => setPlaying(false));
    film.current.then(
      (opened) => {
        opened[order]();
        setPlaying(order === "play");
      },
      (error: unknown) => {
        reportError(error);
        setBroken(true);
      },
    );
  }

  const begin = useRef(() => command("play"));
  useEffect(() => {
    if (!stage.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const sight = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        sight.disconnect();
        begin.current();
      },
      { threshold: 0.7 },
    );
    sight.observe(stage.current);
    return () => sight.disconnect();
  }, [stage]);

  return { playing, broken, toggle: () => command(playing ? "rewind" : "play") };
}

/** The score comes when it is needed first. */
async function open(stage: Element, on_end: () => void): Promise<Film> {
  const { openFilm } = await import("./video-film.ts");
  return openFilm(stage, on_end);
}
