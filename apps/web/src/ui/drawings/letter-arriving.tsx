import { Box, Envelope, Glint, Heart, Scene } from "./parts.tsx";

/** Draws a letter that flies into the open box. */
export function LetterArrivingDrawing() {
  return (
    <Scene>
      <path
        d="M20 70c10-26 34-34 56-28"
        stroke="var(--brand)"
        strokeWidth="2.400"
        strokeLinecap="round"
        strokeDasharray="1 7"
      />
      <Envelope x={106} y={36} turn={-10} />
      <Box mood="happy" open />
      <Heart x={52} y={30} scale={0.6} />
      <Glint x={150} y={26} scale={0.8} />
    </Scene>
  );
}
