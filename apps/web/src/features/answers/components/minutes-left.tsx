import { answerEditMinutes } from "@toibako/contract/answers.ts";
import { useEffect, useState } from "react";

// In milliseconds.
const minute = 60_000;
const countingInterval = 10_000;

/** Minutes, rounded up, in which an answer can still be edited; 0 until hydration. */
export function useMinutesLeft(answered_at: string): number {
  const [minutesLeft, setMinutesLeft] = useState(0);
  useEffect(() => {
    const count = () => setMinutesLeft(countMinutesLeft(answered_at));
    count();
    const timer = setInterval(count, countingInterval);
    return () => clearInterval(timer);
  }, [answered_at]);
  return minutesLeft;
}

function countMinutesLeft(answered_at: string): number {
  const end = Date.parse(answered_at) + answerEditMinutes * minute;
  return Math.max(0, Math.min(answerEditMinutes, Math.ceil((end - Date.now()) / minute)));
}
