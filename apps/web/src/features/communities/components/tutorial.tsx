import { communityTutorialStatuses } from "@toibako/contract/communities.ts";
import useEmblaCarousel from "embla-carousel-react";
import { ChevronRight } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useId, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { useTutorialProgress } from "../queries.ts";

interface TutorialProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called by the button of the last slide. */
  onFinish: () => void;
}

const slides = [1, 2, 3, 4, 5] as const;
const lastSlide = slides.length - 1;

const carouselCheckMilliseconds = 500;
/** How long the carousel may be missing before an error is reported. */
const maxMissingMilliseconds = 5_000;

const carouselOptions = {
  duration: 22,
  breakpoints: { "(prefers-reduced-motion: reduce)": { duration: 0 } },
};

/** Explains communities on five slides, and saves the last slide that was seen. */
export function CommunityTutorial({ open, onOpenChange, onFinish }: TutorialProps) {
  const { t } = useTexts();
  const save = useTutorialProgress();
  const { slide, scrollTo, viewport } = useSlides();
  const saveSlide = useEffectEvent((index: number) => {
    // The first status is "not started", so the slide with index 0 has the second status.
    const status = communityTutorialStatuses[index + 1];
    if (status) save(status);
  });
  useEffect(() => {
    if (open) saveSlide(slide);
  }, [open, slide]);

  function endTutorial() {
    save("community_tutorial_finished");
    onOpenChange(false);
  }
  function finishLastSlide() {
    endTutorial();
    onFinish();
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("communities.tutorial_title")}
      closeLabel={t("common.close")}
      footer={
        <div className="flex flex-1 flex-wrap-reverse items-center justify-between gap-3">
          {slide < lastSlide ? (
            <>
              <Button variant="text" onClick={endTutorial}>
                {t("communities.tutorial_skip")}
              </Button>
              <Button onClick={() => scrollTo(slide + 1)}>
                {t("communities.tutorial_next")}
                <ChevronRight size={18} aria-hidden="true" />
              </Button>
            </>
          ) : (
            <Button isWide onClick={finishLastSlide}>
              {t("communities.to_top")}
            </Button>
          )}
        </div>
      }
    >
      <Carousel slide={slide} scrollTo={scrollTo} viewport={viewport} />
    </Sheet>
  );
}

type Slides = ReturnType<typeof useSlides>;

function useSlides() {
  const [viewport, carousel] = useEmblaCarousel(carouselOptions);
  const [slide, setSlide] = useState(0);
  useEffect(() => {
    if (!carousel) return;
    const select = () => setSlide(carousel.selectedScrollSnap());
    // When the tutorial is opened again, it has a new carousel, whose slide is the first.
    select();
    carousel.on("select", select);
    return () => void carousel.off("select", select);
  }, [carousel]);
  const scrollTo = useCallback((index: number) => carousel?.scrollTo(index), [carousel]);
  return { slide, scrollTo, viewport };
}

/** The slides, which readers can swipe, and a dot for each slide. */
function Carousel({ slide, scrollTo, viewport }: Slides) {
  const { t } = useTexts();
  const id = useId();
  useMissingCarouselReport(id);
  useArrowKeys((step) => scrollTo(slide + step));
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {t("communities.tutorial_position", { n: slide + 1, total: slides.length })}
      </p>
      <section
        ref={viewport}
        id={id}
        aria-label={t("communities.tutorial_slides")}
        className="-mx-6 cursor-grab touch-pan-y overflow-hidden rounded-md active:cursor-grabbing"
      >
        <ol className="flex list-none">
          {slides.map((number, index) => (
            <li
              key={number}
              inert={index !== slide}
              className="grid shrink-0 grow-0 basis-full content-start gap-3 px-6"
            >
              <Slide number={number} />
            </li>
          ))}
        </ol>
      </section>
      <Dots slide={slide} scrollTo={scrollTo} />
    </div>
  );
}

function Slide({ number }: { number: (typeof slides)[number] }) {
  const { t } = useTexts();
  return (
    <>
      <img
        src={`/pictures/community-tutorial/${number}.svg`}
        alt=""
        width={320}
        height={200}
        draggable={false}
        className="mx-auto h-auto max-h-[34dvh] w-full max-w-sm rounded-lg object-contain"
      />
      <h3 className="text-center text-lg leading-snug">
        {t(`communities.tutorial_${number}_title`)}
      </h3>
      <p className="short-text text-center text-balance text-ink-2">
        {t(`communities.tutorial_${number}_text`)}
      </p>
    </>
  );
}

function Dots({ slide, scrollTo }: Pick<Slides, "slide" | "scrollTo">) {
  const { t } = useTexts();
  return (
    <ul className="flex list-none justify-center">
      {slides.map((number, index) => (
        <li key={number}>
          <button
            type="button"
            aria-label={t("communities.tutorial_position", { n: number, total: slides.length })}
            aria-current={index === slide ? "step" : undefined}
            onClick={() => scrollTo(index)}
            className="group grid size-9 place-items-center rounded-full"
          >
            <span
              className={cx(
                "h-2.5 rounded-full transition-[width,background-color] duration-200 forced-colors:border",
                index === slide ? "w-6 bg-brand" : "w-2.5 bg-line-strong group-hover:bg-brand",
              )}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Calls `onStep` when an arrow key is pressed, whichever element has the focus. */
function useArrowKeys(onStep: (step: 1 | -1) => void) {
  const stepByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "ArrowRight") onStep(1);
    if (event.key === "ArrowLeft") onStep(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => stepByKey(event);
    // Listens in the capture phase, because the modal stops the propagation of arrow keys.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/** Reports an internal error if the carousel with this id is still missing after some seconds. */
function useMissingCarouselReport(id: string) {
  useEffect(() => {
    let waitedMilliseconds = 0;
    const timer = setInterval(() => {
      waitedMilliseconds += carouselCheckMilliseconds;
      if (document.getElementById(id)) clearInterval(timer);
      else if (waitedMilliseconds >= maxMissingMilliseconds) {
        clearInterval(timer);
        reportError(new Error("The carousel of the community tutorial is missing"));
      }
    }, carouselCheckMilliseconds);
    return () => clearInterval(timer);
  }, [id]);
}
