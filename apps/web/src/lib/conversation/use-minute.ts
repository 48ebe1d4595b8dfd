import { useEffect, useState } from "react";

const minute = 60_000;

/** Returns the time of the browser's clock in milliseconds, anew each minute; undefined until hydration. */
export function useMinute(): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
