import { Box, Envelope, Glint, Heart, Scene } from "./parts.tsx";

/** A letter glides into the open box. */
export function LetterArrivingDrawing() {
  return (
    <Scene>
      <path
        d="M22 62c18 18 34-14 46-4 8 8-8 18-10 8-2-12 14-22 28-24"
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
