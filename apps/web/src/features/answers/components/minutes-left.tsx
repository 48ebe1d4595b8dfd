import { answerEditMinutes } from "@toibako/contract/answers.ts";
import { useEffect, useState } from "react";

const minute = 60_000;

/** Minutes, rounded up, in which an answer can still be edited; 0 until hydration. */
export function useMinutesLeft(answered_at: string): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const count = () => setLeft(countMinutesLeft(answered_at));
    count();
    const tenSeconds = minute / 6;
    const timer = setInterval(count, tenSeconds);
    return () => clearInterval(timer);
  }, [answered_at]);
  return left;
}

function countMinutesLeft(answered_at: string): number {
  const end = Date.parse(answered_at) + answerEditMinutes * minute;
  return Math.max(0, Math.min(answerEditMinutes, Math.ceil((end - Date.now()) / minute)));
}
