import { Box, Envelope, Glint, Scene, sun } from "./parts.tsx";

/** Draws the box under an umbrella, for an empty list of held questions. */
export function HeldDrawing() {
  return (
    <Scene>
      <path
        d="M34 40v9M54 26v9M150 24v9M168 44v9M30 74v9M172 80v9"
        stroke="var(--brand)"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.55"
      />
      <Box mood="happy" x={96} />
      <path d="M140 44v74q0 8 8 8" stroke="#369a9b" strokeWidth="5" strokeLinecap="round" />
      <path
        d="M60 62c4-30 32-46 80-46-2 16 0 30 0 30s-12-8-26 2c-12-8-26-2-30 8-8-2-18 0-24 6Z"
        fill={sun}
      />
      <path
        d="M140 16c24 4 38 20 40 44-6-6-12-8-18-6-4-8-12-10-22-8 0 0-2-14 0-30Z"
        fill="#f2b632"
      />
      <Envelope x={44} y={122} turn={-10} scale={0.55} />
      <Glint x={172} y={112} scale={0.6} />
    </Scene>
  );
}
