import { Box, Glint, Heart, Scene } from "./parts.tsx";

/** Draws hearts that rise from the open box, for thanks and success. */
export function HeartsDrawing() {
  return (
    <Scene>
      <Box mood="happy" open>
        <Heart x={-6} y={-82} scale={1.4} turn={-8} />
      </Box>
      <Heart x={64} y={40} scale={0.9} turn={-16} />
      <Heart x={110} y={24} scale={1.1} turn={10} />
      <Heart x={40} y={74} scale={0.6} turn={-24} />
      <Glint x={150} y={34} scale={0.9} />
      <Glint x={84} y={22} scale={0.55} />
    </Scene>
  );
}
