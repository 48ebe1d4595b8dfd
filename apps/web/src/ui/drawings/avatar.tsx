import { placeholderIcon } from "@toibako/contract/profiles.ts";
import { useState } from "react";
import { cx } from "#ui/cx.ts";
import { AvatarDrawing } from "./avatar-drawing.tsx";

type AvatarProps = {
  /** The handle; decides the drawn face when there is no picture. */
  seed: string;
  src?: string | null | undefined;
  /** Spoken description. Leave out beside the name, where the picture is decoration. */
  label?: string;
  /** Width and height in CSS pixels, usually 24 to 96. */
  size?: number;
  ring?: boolean;
  className?: string;
};

export function Avatar({ seed, src, label, size = 36, ring = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      style={{ width: size, height: size }}
      className={cx(
        "relative inline-block shrink-0 overflow-hidden rounded-full bg-surface-2 align-middle",
        ring && "outline-2 outline-offset-3 outline-brand-400",
        className,
      )}
    >
      {src && src !== placeholderIcon && broken !== src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      ) : (
        <AvatarDrawing seed={seed} className="block size-full" />
      )}
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
