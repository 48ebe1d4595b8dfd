import { Box, Face, Glint } from "./parts.tsx";

/** The place of the slot in the drawing, in its units, and its size. */
export const postedBox = { width: 358, height: 220, slot: { x: 179, y: 100 } };

/** Draws the box that has got a letter. Its second face is shown for a moment by `motions.css`. */
export function PostedBoxDrawing() {
  return (
    <svg
      viewBox={`0 0 ${postedBox.width} ${postedBox.height}`}
      className="block h-full w-full"
      fill="none"
      aria-hidden="true"
    >
      <ellipse cx="179" cy="200" rx="96" ry="11" fill="var(--flap)" />
      <g transform="translate(179 198) scale(1.4)">
        <g data-part="box">
          <Box x={0} foot={0} mood="happy" />
          <g data-part="glad" opacity="0">
            {/* Covers the other face. */}
            <rect x="-30" y="-46" width="60" height="30" fill="var(--brand-400)" />
            <Face x={0} y={-33} mood="glad" />
          </g>
        </g>
      </g>
      <Glint x={272} y={62} />
      <Glint x={296} y={100} scale={0.6} />
    </svg>
  );
}
