import { useEffect, useState } from "react";

/** A temporary URL for a picture that was not uploaded yet; revoked when the picture changes. */
export function useObjectUrl(picture: Blob | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const created = URL.createObjectURL(picture);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [picture]);
  return picture ? url : undefined;
}
