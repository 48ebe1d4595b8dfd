import { findDefaultAvatar, formatAvatarUrl } from "@toibako/contract/avatars.ts";
import { useState } from "react";
import { cx } from "#ui/cx.ts";

type AvatarProps = {
  /** The handle; decides the drawing when there is no picture. */
  seed: string;
  src?: string | null | undefined;
  /** Spoken description; omitted where the name stands beside the picture. */
  label?: string;
  /** Width and height in CSS pixels, usually 24 to 96. */
  size?: number;
  hasRing?: boolean;
  className?: string;
};

export function Avatar({ seed, src, label, size = 36, hasRing = false, className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const drawingUrl = formatAvatarUrl(findDefaultAvatar(seed));
  const shownUrl = [src, drawingUrl].find((url) => url && url !== brokenUrl);
  return (
    <span
      style={{ width: size, height: size }}
      className={cx(
        "relative inline-block shrink-0 overflow-hidden rounded-full bg-surface-2 align-middle",
        hasRing && "outline-2 outline-offset-3 outline-brand-400",
        className,
      )}
    >
      {shownUrl && (
        <img
          src={shownUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBrokenUrl(shownUrl)}
        />
      )}
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
