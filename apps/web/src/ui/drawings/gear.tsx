import { Box, coral, Glint, Scene, sun } from "./parts.tsx";

/** Draws the box with a gear, for the settings. */
export function GearDrawing() {
  return (
    <Scene>
      <Box mood="happy" x={84} />
      <g transform="translate(142 92) rotate(11)">
        {/* Eight teeth. */}
        <circle r="24" stroke="#f2b632" strokeWidth="11" strokeDasharray="9.425" />
        <circle r="15" stroke={sun} strokeWidth="15" fill="var(--surface)" />
        <circle r="5" fill={coral} />
      </g>
      <Glint x={46} y={42} scale={0.8} />
      <Glint x={158} y={40} scale={0.6} />
    </Scene>
  );
}
