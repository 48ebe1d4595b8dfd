import { Sprout } from "lucide-react";
import { useState } from "react";

interface MemberPictureProps {
  /** Empty for somebody without a picture. */
  src: string;
  /** Width and height in CSS pixels. */
  size: number;
}

/** The picture by which a member is known in a room; decoration beside the name. It never shows the account's own. */
export function MemberPicture({ src, size }: MemberPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <span
      style={{ width: size, height: size }}
      aria-hidden="true"
      className="grid shrink-0 place-items-center overflow-hidden rounded-full bg-paper text-brand"
    >
      {src && src !== brokenUrl ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className="size-full object-cover"
          onError={() => setBrokenUrl(src)}
        />
      ) : (
        <Sprout size={size / 2} />
      )}
    </span>
  );
}
