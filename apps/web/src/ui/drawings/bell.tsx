import { Box, coral, Envelope, Glint, Scene, sun } from "./parts.tsx";

/** Draws the box with a ringing bell, for the notices. */
export function BellDrawing() {
  return (
    <Scene>
      <Box mood="happy" x={84} />
      <g transform="translate(142 74) rotate(14) scale(1.5)">
        <circle cy="17" r="4.500" fill={coral} />
        <path d="M-18 14c4-4 5-9 5-17a13 13 0 0 1 26 0c0 8 1 13 5 17Z" fill={sun} />
        <path d="M0-16v-4" stroke="#f2b632" strokeWidth="4" strokeLinecap="round" />
        <path
          d="M-23-8q-2-8 3-14M23-8q2-8-3-14"
          stroke="var(--brand)"
          strokeWidth="2.400"
          strokeLinecap="round"
        />
      </g>
      <Envelope x={40} y={116} turn={-12} scale={0.6} />
      <Glint x={48} y={40} scale={0.8} />
    </Scene>
  );
}
