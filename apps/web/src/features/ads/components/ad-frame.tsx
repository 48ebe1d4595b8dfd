import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { keepFocus } from "#lib/browser/keep-focus.ts";
import { watchFrame } from "#lib/browser/watch-frame.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

interface AdFrameProps {
  src: string;
  /** In pixels. */
  width: number;
  height: number;
  /** What the document of a preview shall show. */
  markup?: string;
  /** Called when the frame must be removed, because it takes too much of the processor. */
  onUnfit: () => void;
}

/** The frame in which the tag of a network runs. It has an origin of its own and can't reach the page. */
export function AdFrame({ src, width, height, markup, onUnfit }: AdFrameProps) {
  const { t } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const remove = useEffectEvent(onUnfit);
  // The clean-up gives back the focus, so it must run while the frame is still in the page.
  useLayoutEffect(() => {
    if (!frame.current) return;
    const stopKeeping = keepFocus(frame.current, () => remove());
    const removeFrame = () => {
      stopKeeping();
      remove();
    };
    const stopWatching = watchFrame(frame.current, { markup, onUnfit: removeFrame });
    return () => {
      stopWatching();
      stopKeeping();
    };
  }, [markup]);
  return (
    <iframe
      ref={frame}
      src={src}
      title={t("ads.frame_title")}
      sandbox="allow-scripts allow-popups"
      allow=""
      referrerPolicy="no-referrer"
      loading="lazy"
      width={width}
      height={height}
      className="mx-auto block border-0"
    />
  );
}
