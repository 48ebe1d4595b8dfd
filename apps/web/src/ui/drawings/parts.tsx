import type { ReactNode } from "react";

/*
 * The common parts of the drawings. Colours that differ between light and dark mode are variables; the
 * box, its face and the hearts look the same in both.
 */

const night = "#08282a";
export const coral = "#ff8f75";
export const sun = "#ffc94d";

type SceneProps = { children: ReactNode };

/** The canvas of most drawings, with a background and the ground. */
export function Scene({ children }: SceneProps) {
  return (
    <svg viewBox="14 4 172 142" className="block h-auto w-full" fill="none" aria-hidden="true">
      <path
        d="M30 70C24 38 58 12 98 14c46 2 80 26 74 62-5 30-34 46-74 46S35 100 30 70Z"
        fill="var(--paper)"
        opacity="0.7"
      />
      <ellipse cx="100" cy="136" rx="74" ry="7" fill="var(--flap)" opacity="0.7" />
      {children}
    </svg>
  );
}

type Mood = "happy" | "glad" | "asleep" | "surprised" | "worried" | "curious";

const line = {
  fill: "none",
  stroke: night,
  strokeWidth: 2.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const moods: Record<Mood, ReactNode> = {
  happy: (
    <>
      <circle cx="-13" cy="0" r="3" fill={night} />
      <circle cx="13" cy="0" r="3" fill={night} />
      <path d="M-5 6q5 5 10 0" {...line} />
    </>
  ),
  glad: (
    <>
      <path d="M-17 1q4-5 8 0M9 1q4-5 8 0" {...line} />
      <path d="M-5.500 5h11q0 7-5.500 7t-5.500-7Z" fill={night} />
    </>
  ),
  asleep: (
    <>
      <path d="M-17 0q4 3.500 8 0M9 0q4 3.500 8 0" {...line} />
      <path d="M-2.500 8h5" {...line} />
    </>
  ),
  surprised: (
    <>
      <circle cx="-13" cy="-1" r="3.600" fill={night} />
      <circle cx="13" cy="-1" r="3.600" fill={night} />
      <ellipse cx="0" cy="9" rx="3.400" ry="4" fill={night} />
    </>
  ),
  worried: (
    <>
      <circle cx="-13" cy="1" r="3" fill={night} />
      <circle cx="13" cy="1" r="3" fill={night} />
      <path d="m-18-6 7-2.500M18-6l-7-2.500" {...line} strokeWidth="2" />
      <path d="M-5 10q5-4.500 10 0" {...line} />
    </>
  ),
  curious: (
    <>
      <circle cx="-11" cy="-2" r="3" fill={night} />
      <circle cx="15" cy="-2" r="3" fill={night} />
      <path d="M-2 7q4 2.500 7 0" {...line} />
    </>
  ),
};

/** Eyes, mouth and cheeks around (x, y). */
export function Face({ x, y, mood }: { x: number; y: number; mood: Mood }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle cx="-21" cy="7" r="4" fill={coral} opacity="0.75" />
      <circle cx="21" cy="7" r="4" fill={coral} opacity="0.75" />
      <g data-part="face">{moods[mood]}</g>
    </g>
  );
}

type BoxProps = {
  mood: Mood;
  /** The x coordinate of the middle of the box. */
  x?: number;
  /** The y coordinate of the lower edge of the box. */
  foot?: number;
  open?: boolean;
  /** Drawings that stick out of the open box. */
  children?: ReactNode;
};

/** Draws the question box. */
export function Box({ mood, x = 100, foot = 135, open = false, children }: BoxProps) {
  return (
    <g transform={`translate(${x} ${foot})`}>
      {open ? (
        <>
          <path d="M-41-62h82l-6-13q-1-3-4-3h-62q-3 0-4 3Z" fill="#174f51" />
          <g>{children}</g>
          <rect
            x="34"
            y="-79"
            width="74"
            height="13"
            rx="6.500"
            fill="#369a9b"
            transform="rotate(62 40 -66)"
          />
        </>
      ) : (
        <>
          <g>{children}</g>
          <rect x="-46" y="-78" width="92" height="18" rx="9" fill="#369a9b" />
          <rect x="-15" y="-72" width="30" height="5" rx="2.500" fill={night} />
        </>
      )}
      <path d="M-41-62h82v48q0 14-14 14h-54q-14 0-14-14Z" fill="var(--brand-400)" />
      <Face x={0} y={-33} mood={mood} />
    </g>
  );
}

/** `turn` is in degrees. */
type PlacedProps = { x: number; y: number; turn?: number; scale?: number };

const formatTransform = ({ x, y, turn = 0, scale = 1 }: PlacedProps) =>
  `translate(${x} ${y}) rotate(${turn}) scale(${scale})`;

/** A closed letter around (x, y), sealed with a heart. */
export function Envelope(props: PlacedProps) {
  return (
    <g transform={formatTransform(props)}>
      <rect x="-26" y="-18" width="52" height="36" rx="6" fill="var(--surface)" />
      <path d="M-26-12q0-6 6-6h40q6 0 6 6L3.500 4q-3.500 2.500-7 0Z" fill="var(--flap)" />
      <rect
        x="-26"
        y="-18"
        width="52"
        height="36"
        rx="6"
        stroke="var(--brand)"
        strokeWidth="1.600"
        opacity="0.55"
      />
      <Heart x={0} y={3} scale={0.5} />
    </g>
  );
}

/** A written sheet around (x, y). */
export function Sheet(props: PlacedProps) {
  return (
    <g transform={formatTransform(props)}>
      <rect
        x="-20"
        y="-26"
        width="40"
        height="52"
        rx="5"
        fill="var(--surface)"
        stroke="var(--brand)"
        strokeOpacity="0.55"
        strokeWidth="1.600"
      />
      <path
        d="M-11-14h22M-11-4h22M-11 6h12"
        stroke="var(--flap)"
        strokeWidth="3.400"
        strokeLinecap="round"
      />
    </g>
  );
}

export function Heart(props: PlacedProps) {
  return (
    <path
      transform={formatTransform(props)}
      d="M0 9C-6 5-10 1-10-4c0-3.500 2.500-6 5.500-6C-2.500-10-.8-8.800 0-7c.8-1.800 2.500-3 4.500-3 3 0 5.500 2.500 5.500 6 0 5-4 9-10 13Z"
      fill={coral}
    />
  );
}

export function Glint(props: PlacedProps) {
  return (
    <path transform={formatTransform(props)} d="M0-8q1 7 8 8-7 1-8 8-1-7-8-8 7-1 8-8Z" fill={sun} />
  );
}
