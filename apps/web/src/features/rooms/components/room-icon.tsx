import { MessagesSquare } from "lucide-react";
import { useState } from "react";

interface RoomIconProps {
  src: string;
  /** Width and height in CSS pixels. */
  size: number;
}

/** The icon of a room; decoration beside its title. */
export function RoomIcon({ src, size }: RoomIconProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <span
      style={{ width: size, height: size }}
      aria-hidden="true"
      className="grid shrink-0 place-items-center overflow-hidden rounded-lg bg-paper text-brand"
    >
      {src && src !== brokenUrl ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBrokenUrl(src)}
        />
      ) : (
        <MessagesSquare size={size / 2} />
      )}
    </span>
  );
}
