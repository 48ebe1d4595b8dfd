import { Box, Glint, Scene, sun } from "./parts.tsx";

/** Draws the sleeping box under the moon, for an empty inbox. */
export function EmptyInboxDrawing() {
  return (
    <Scene>
      <path d="M52 30a15 15 0 1 0 17 20 13 13 0 0 1-17-20Z" fill={sun} />
      <Glint x={168} y={66} scale={0.8} />
      <Glint x={36} y={78} scale={0.5} />
      <path
        d="M134 36h8l-8 9h8M152 18h10l-10 11h10"
        stroke="var(--brand)"
        strokeWidth="2.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Box mood="asleep" />
    </Scene>
  );
}
