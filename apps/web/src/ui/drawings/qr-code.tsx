import type { Ref } from "react";
import { encode } from "uqr";

/** The width of the white border that scanners need, in modules (the squares of a QR code). */
const border = 4;
/** Width and height of the three squares in the corners, in modules. */
const cornerSize = 7;

interface QrCodeProps {
  text: string;
  label: string;
  /** Draws the site's mark in the middle. The code then has more redundancy, because the mark covers a part of it. */
  hasMark?: boolean;
  ref?: Ref<SVGSVGElement>;
}

/** Draws a QR code dark on white in both colour modes, because many scanners can't read light on dark. */
export function QrCode({ text, label, hasMark = false, ref }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: hasMark ? "Q" : "M", border });
  const markSize = hasMark ? findMarkSize(size) : 0;
  const farCorner = size - border - cornerSize;
  const corners = [
    [border, border],
    [farCorner, border],
    [border, farCorner],
  ] as const;
  // The corners and the mark are drawn separately.
  const isInCornerOrMark = (x: number, y: number) =>
    corners.some(([left, top]) => isInSquare(x, y, left, top, cornerSize)) ||
    isInSquare(x, y, (size - markSize) / 2, (size - markSize) / 2, markSize);
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-full max-w-64 rounded-lg"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path
        d={drawRuns(data, isInCornerOrMark)}
        fill="none"
        stroke="#08282a"
        strokeWidth={1}
        strokeLinecap="round"
      />
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <rect
            x={x + 0.5}
            y={y + 0.5}
            width={cornerSize - 1}
            height={cornerSize - 1}
            rx={1.2}
            fill="none"
            stroke="#146062"
            strokeWidth={1}
          />
          <rect x={x + 2} y={y + 2} width={3} height={3} rx={0.9} fill="#08282a" />
        </g>
      ))}
      {hasMark && <Mark middle={size / 2} size={markSize} />}
    </svg>
  );
}

/** Returns an odd number of modules, about a fifth of the width of the code without its border. */
function findMarkSize(size: number): number {
  return Math.floor((size - 2 * border) / 10) * 2 + 1;
}

function isInSquare(x: number, y: number, left: number, top: number, edge: number): boolean {
  return x >= left && x < left + edge && y >= top && y < top + edge;
}

/**
 * Returns a path that draws neighbouring dark modules of a row as one line with round ends. The lines of two rows must
 * touch: with thinner lines, some scanners failed on every fourth code.
 */
function drawRuns(data: boolean[][], isLeftOut: (x: number, y: number) => boolean): string {
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    let start: number | undefined;
    for (let x = 0; x <= row.length; x++) {
      const isDark = row[x] === true && !isLeftOut(x, y);
      if (isDark) start ??= x;
      else if (start !== undefined) {
        runs.push(`M${start + 0.5} ${y + 0.5}h${x - start - 1}`);
        start = undefined;
      }
    }
  }
  return runs.join("");
}

/** Draws the mark of `logo.tsx` in colours that are the same in both colour modes. */
function Mark({ middle, size }: { middle: number; size: number }) {
  const scale = size / 32;
  return (
    <g transform={`translate(${middle - size / 2} ${middle - size / 2}) scale(${scale})`}>
      <path
        d="M5 12.500C5 9.500 7.200 7 10.200 7h11.600c3 0 5.200 2.500 5.200 5.500V22a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5Z"
        fill="#5ebaba"
      />
      <path
        d="m5.200 12.500 10.800 7 10.800-7"
        fill="none"
        stroke="#08282a"
        strokeWidth={2.2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M12 3.200h8" stroke="#5ebaba" strokeWidth={2.6} strokeLinecap="round" />
    </g>
  );
}
