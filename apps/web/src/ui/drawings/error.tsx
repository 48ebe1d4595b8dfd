import { Box, coral, Scene } from "./parts.tsx";

/** Draws a worried, unplugged box below a cloud, for errors and being offline. */
export function ErrorDrawing() {
  return (
    <Scene>
      <path
        d="M46 53a13 13 0 0 1 1-26 17 17 0 0 1 32-4 15 15 0 1 1 5 30Z"
        fill="var(--surface)"
        stroke="var(--brand)"
        strokeOpacity="0.45"
        strokeWidth="1.600"
      />
      <path
        d="m54 60-3 7m15-7-3 7m15-7-3 7"
        stroke="var(--brand)"
        strokeWidth="2.600"
        strokeLinecap="round"
      />
      <path
        d="M131 120c14 2 12-22 22-22"
        stroke="var(--brand)"
        strokeWidth="3.400"
        strokeLinecap="round"
      />
      <g transform="translate(158 98)" fill={coral}>
        <rect x="-6" y="-7" width="12" height="14" rx="4" />
        <path d="M6-4.500h5M6 4.500h5" stroke={coral} strokeWidth="3" strokeLinecap="round" />
      </g>
      <Box mood="worried" x={96} />
    </Scene>
  );
}
