import { Box, Envelope, Glint, Scene, Sheet } from "./parts.tsx";

/** Draws the open box full of letters, with more beside it, for archives. */
export function KeptLettersDrawing() {
  return (
    <Scene>
      <Box mood="happy" x={88} open>
        <Sheet x={-17} y={-70} turn={-14} />
        <Sheet x={14} y={-74} turn={6} />
      </Box>
      <Envelope x={156} y={122} turn={2} scale={0.8} />
      <Envelope x={152} y={98} turn={-7} scale={0.8} />
      <Glint x={36} y={56} scale={0.8} />
    </Scene>
  );
}
