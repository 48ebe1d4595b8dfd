import { type ComponentProps, useEffect, useState } from "react";

const retryMilliseconds = 5_000;

/** A drawn picture. Loaded once more if it fails, because the server limits how many it draws at once. */
export function RetriedPicture({ alt, ...rest }: ComponentProps<"img"> & { alt: string }) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed || attempt > 0) return;
    const timer = setTimeout(() => setAttempt(1), retryMilliseconds);
    return () => clearTimeout(timer);
  }, [hasFailed, attempt]);
  return (
    <img {...rest} key={attempt} alt={alt} decoding="async" onError={() => setHasFailed(true)} />
  );
}
