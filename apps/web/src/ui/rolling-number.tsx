import { useState } from "react";

interface RollingNumberProps {
  /** The written number. */
  text: string;
  /** Another number, which is seen first. */
  from?: string;
}

/** A number whose changed digits roll to the new ones. The text itself is the new number at once. */
export function RollingNumber({ text, from = text }: RollingNumberProps) {
  const [numbers, setNumbers] = useState({ text, before: from });
  if (numbers.text !== text) setNumbers({ text, before: numbers.text });
  const { before } = numbers;
  return (
    <span className="relative inline-block tabular-nums">
      {/* With the key, the animations start again. */}
      <span key={text} data-rolled={before === text ? undefined : ""}>
        {text}
      </span>
      {before !== text && (
        <span key={`${before} ${text}`} data-digits aria-hidden="true">
          {compareDigits(before, text).map(([old, digit], index) => (
            // The digits are drawn by the styles, so that the number is in the page once.
            // biome-ignore lint/suspicious/noArrayIndexKey: digits are identified by position
            <i key={index} data-old={old === digit ? undefined : old} data-digit={digit} />
          ))}
        </span>
      )}
    </span>
  );
}

/** Pairs the characters of two numbers from the right: [the former one, the new one]. */
export function compareDigits(before: string, text: string): [old: string, digit: string][] {
  const padded = before.padStart(text.length).slice(-text.length);
  return Array.from(text, (digit, index) => [padded[index] ?? "", digit]);
}
