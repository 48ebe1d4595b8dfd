import { bannerPictureSize } from "@toibako/contract/banners.ts";
import { Pause, Play } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
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
  const video = useRef<HTMLVideoElement>(null);
  // Browsers may refuse to start a video by themselves.
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    <div className="relative">
      <BannerLink
        {...link}
        name={isVideo ? name : undefined}
        className="block rounded-lg focus-visible:outline-current"
      >
        {isVideo ? (
          <video
            ref={video}
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
            onPlay={() => setIsPlaying(true)}
            onPause={() => setIsPlaying(false)}
            className={mediaClass}
          />
        ) : (
          <img
            src={media.still_image_uri}
            alt={name}
            {...bannerPictureSize}
            className={mediaClass}
          />
        )}
      </BannerLink>
      {isVideo && <PlayButton video={video} isPlaying={isPlaying} />}
    </div>
  );
}

interface PlayButtonProps {
  video: RefObject<HTMLVideoElement | null>;
  isPlaying: boolean;
}

/** Stops the video and lets it go on. It stands outside of the link. */
function PlayButton({ video, isPlaying }: PlayButtonProps) {
  const { t } = useTexts();
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else void video.current?.play().catch(() => undefined);
  };
  const label = t(isPlaying ? "banners.pause" : "banners.play");
  return (
    <button
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
