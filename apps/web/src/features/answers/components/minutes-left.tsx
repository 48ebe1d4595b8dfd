import { answerEditMinutes } from "@toibako/contract/answers.ts";
import { useEffect, useState } from "react";

const millisecondsPerMinute = 60_000;
const updateMilliseconds = 10_000;

/** The minutes, rounded up, for which an answer can still be edited; 0 before hydration. */
export function useMinutesLeft(answered_at: string): number {
  const [minutesLeft, setMinutesLeft] = useState(0);
  useEffect(() => {
    const update = () => setMinutesLeft(countMinutesLeft(answered_at));
    update();
    const timer = setInterval(update, updateMilliseconds);
    return () => clearInterval(timer);
  }, [answered_at]);
  return minutesLeft;
}

function countMinutesLeft(answered_at: string): number {
  const end = Date.parse(answered_at) + answerEditMinutes * millisecondsPerMinute;
  const minutesLeft = Math.ceil((end - Date.now()) / millisecondsPerMinute);
  // The clock of the browser may be wrong.
  return Math.max(0, Math.min(answerEditMinutes, minutesLeft));
}
