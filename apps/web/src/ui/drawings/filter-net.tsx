import { Box, Envelope } from "./parts.tsx";

interface FilterNetProps {
  /** How many of four letters the net above the box stops. */
  stopped: 0 | 1 | 2 | 3;
}

/** Where the letters fall, from left to right; the last one always gets through. */
const columns = [-36, -12, 12, 36];

/** Draws letters that fall into the box, and a net above it that stops some of them. */
export function FilterNetDrawing({ stopped }: FilterNetProps) {
  return (
    <svg viewBox="30 0 140 104" className="block h-auto w-full" fill="none" aria-hidden="true">
      {columns.map((x, index) => (
        <Envelope
          key={x}
          x={100 + x}
          y={index < stopped ? 14 : 44}
          turn={index % 2 ? 8 : -8}
          scale={0.42}
        />
      ))}
      {stopped > 0 && (
        <path
          d="M46 26q54 14 108 0"
          stroke="var(--brand)"
          strokeWidth={1.5 + stopped}
          strokeLinecap="round"
          strokeDasharray={`${2 + stopped * 5} ${11 - stopped * 2}`}
        />
      )}
      <g transform="translate(100 104) scale(.62)">
        <Box mood={stopped === 0 ? "curious" : "happy"} x={0} foot={0} open />
      </g>
    </svg>
  );
}
