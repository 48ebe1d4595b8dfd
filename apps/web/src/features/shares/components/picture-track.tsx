import { useEffect, useId, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { RetriedPicture } from "#ui/surfaces/retried-picture.tsx";
import type { PictureFormat, SharedPicture } from "./answer-links.tsx";

/** The size of each picture on phones and on wide screens; it is always shown as a whole. */
const sizes = {
  tall: "h-(--height) aspect-9/16",
  wide: "h-[158px] w-[300px] sm:h-[294px] sm:w-[560px]",
  question: "h-[158px] w-[300px] sm:h-[294px] sm:w-[560px]",
};

interface PictureTrackProps {
  pictures: readonly { format: PictureFormat; picture: SharedPicture | undefined }[];
  format: PictureFormat;
  onChange: (format: PictureFormat) => void;
}

/** The pictures side by side, to swipe, with a choice of the same below. */
export function PictureTrack({ pictures, format, onChange }: PictureTrackProps) {
  const track = useRef<HTMLElement>(null);
  const hasTall = pictures[0]?.format === "tall";
  function show(wanted: PictureFormat) {
    onChange(wanted);
    const picture = track.current?.querySelector<HTMLElement>(`[data-format=${wanted}]`);
    picture?.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <section
        ref={track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          const shown = findMiddle(currentTarget);
          if (shown && shown !== format) onChange(shown);
        }}
        className={cx(
          "-mx-4 flex snap-x snap-mandatory items-center gap-6 overflow-x-auto px-[calc(50%+1rem-var(--half))] [scrollbar-width:none] lg:mx-0 lg:rounded-sheet lg:bg-surface-2 lg:px-[calc(50%-var(--half))]",
          // In a low window, a tall picture leaves room for the button that shares it.
          hasTall
            ? "h-[calc(var(--height)+13px)] [--half:calc(var(--height)*9/32)] [--height:min(391px,46dvh)] lg:h-160 lg:[--height:562px]"
            : "h-[190px] [--half:150px] sm:h-[326px] sm:[--half:280px] lg:h-[358px]",
        )}
      >
        {pictures.map(
          ({ format, picture }) =>
            picture && (
              <span
                key={format}
                data-format={format}
                className={cx(
                  "relative block shrink-0 snap-center overflow-hidden rounded-lg bg-paper shadow-e2",
                  sizes[format],
                )}
              >
                <FadingPicture picture={picture} />
              </span>
            ),
        )}
      </section>
      {pictures.length > 1 && (
        <FormatChoice
          formats={pictures.map(({ format }) => format)}
          format={format}
          onChange={show}
        />
      )}
    </div>
  );
}

/** Returns the format of the picture in the middle of the track. */
function findMiddle(track: HTMLElement): PictureFormat | undefined {
  const { left, width } = track.getBoundingClientRect();
  const middle = left + width / 2;
  for (const picture of track.querySelectorAll<HTMLElement>("[data-format]")) {
    const box = picture.getBoundingClientRect();
    if (box.left <= middle && middle <= box.right) return picture.dataset.format as PictureFormat;
  }
  return undefined;
}

/** A picture that fades over the former one when it is loaded. */
function FadingPicture({ picture: { url, alt } }: { picture: SharedPicture }) {
  const [former, setFormer] = useState(url);
  const [isLoaded, setIsLoaded] = useState(true);
  const [shown, setShown] = useState(url);
  if (shown !== url) {
    setFormer(isLoaded ? shown : former);
    setShown(url);
    setIsLoaded(false);
  }
  useEffect(() => {
    if (former === shown) setIsLoaded(true);
  }, [former, shown]);
  return (
    <>
      {former !== shown && (
        <img src={former} alt="" className="absolute inset-0 size-full object-contain" />
      )}
      <RetriedPicture
        key={url}
        src={url}
        alt={alt}
        onLoad={() => setIsLoaded(true)}
        className={cx(
          "absolute inset-0 size-full object-contain text-transparent transition-opacity duration-200",
          !isLoaded && "opacity-0",
        )}
      />
    </>
  );
}

interface FormatChoiceProps {
  formats: readonly PictureFormat[];
  format: PictureFormat;
  onChange: (format: PictureFormat) => void;
}

function FormatChoice({ formats, format, onChange }: FormatChoiceProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="flex flex-wrap justify-center gap-1 max-[22rem]:-mx-2 max-[22rem]:gap-0 lg:mt-2">
      <legend className="sr-only">{t("shares.format")}</legend>
      {formats.map((option) => (
        <label
          key={option}
          className="grid min-h-11 cursor-pointer content-center text-sm font-semibold text-brand max-[22rem]:text-xs"
        >
          <span className="rounded-full px-3 py-1 max-[22rem]:px-2 outline-offset-2 has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand">
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option === format}
              onChange={() => onChange(option)}
            />
            {t(`shares.format_${option}`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
