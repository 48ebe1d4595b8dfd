interface StampPictureProps {
  url: string;
  /** Describes the picture only; the question of the stamp is written beside it. */
  alt: string;
  size?: "sm" | "md";
}

const sizes = { sm: "size-24", md: "size-32" };

/** The picture of a stamp with which a question was asked. */
export function StampPicture({ url, alt, size = "md" }: StampPictureProps) {
  return (
    <img src={url} alt={alt} width={240} height={240} decoding="async" className={sizes[size]} />
  );
}
