import { bannerPictureSize } from "@toibako/contract/banners.ts";
import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { ShownBanner } from "../queries.ts";
import { BannerLink, type BannerTarget } from "./banner-link.tsx";

type ShownMedia = Pick<
  ShownBanner,
  "banner_image_uri" | "still_image_uri" | "media_kind" | "width" | "height"
>;

interface BannerMediaProps extends BannerTarget {
  media: ShownMedia;
  /** What the picture or video shows; also the name of its link. */
  name: string;
}

const mediaClass = "h-auto max-h-[60dvh] w-full rounded-lg object-contain";

/** The picture or the muted video of a banner as a link. Where motion is reduced, a video is a still picture. */
export function BannerMedia({ media, name, ...link }: BannerMediaProps) {
  const [isStill] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const isVideo = media.media_kind === "video" && !isStill;
  return (
    <div className="relative">
      <BannerLink
        {...link}
        name={isVideo ? name : undefined}
        className="block rounded-lg focus-visible:outline-current"
      >
        {isVideo ? (
          <BannerVideo media={media} />
        ) : (
          <img
            src={media.still_image_uri}
            alt={name}
            {...bannerPictureSize}
            className={mediaClass}
          />
        )}
      </BannerLink>
      {isVideo && <PlayButton />}
    </div>
  );
}

function BannerVideo({ media }: { media: ShownMedia }) {
  return (
    <video
      src={media.banner_image_uri}
      poster={media.still_image_uri}
      width={media.width}
      height={media.height}
      autoPlay
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      className={mediaClass}
    />
  );
}

/** Stops the video beside it and lets it go on. It stands outside of the link. */
function PlayButton() {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [isPlaying, setIsPlaying] = useState(true);
  const toggle = () => {
    const video = button.current?.parentElement?.querySelector("video");
    if (isPlaying) video?.pause();
    else void video?.play().catch(() => setIsPlaying(false));
    setIsPlaying(!isPlaying);
  };
  const label = t(isPlaying ? "banners.pause" : "banners.play");
  return (
    <button
      ref={button}
      type="button"
      title={label}
      aria-label={label}
      onClick={toggle}
      className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-black/70 text-white focus-visible:outline-white"
    >
      {isPlaying ? <Pause size={20} /> : <Play size={20} />}
    </button>
  );
}
