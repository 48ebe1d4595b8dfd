import { cx } from "#ui/cx.ts";

interface CommunityIconProps {
  src: string;
  /** Width and height in CSS pixels. */
  size: number;
  className?: string;
}

/** A community's icon; decoration beside the name. */
export function CommunityIcon({ src, size, className }: CommunityIconProps) {
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      style={{ width: size, height: size }}
      className={cx("shrink-0 rounded-lg bg-surface-2 object-cover", className)}
    />
  );
}
