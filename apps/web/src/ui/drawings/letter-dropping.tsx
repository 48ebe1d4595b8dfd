import { Box, Envelope, Glint } from "./parts.tsx";

/** Draws a letter that flies into the slot of the box and stays half in it; it stands still if motion is reduced. */
export function LetterDroppingDrawing() {
  return (
    <svg viewBox="0 0 358 220" className="block h-full w-full" fill="none" aria-hidden="true">
      <ellipse cx="179" cy="200" rx="96" ry="11" fill="var(--flap)" />
      <path
        d="M58 74C100 14 152 16 174 58"
        stroke="var(--brand)"
        strokeWidth="2.500"
        strokeLinecap="round"
        strokeDasharray="2 9"
        opacity="0.7"
      />
      <g transform="translate(179 198) scale(1.4)">
        <g className="animate-nod">
          <Box x={0} foot={0} mood="happy">
            <g className="animate-drop">
              <Envelope x={2} y={-88} turn={-9} scale={1.05} />
            </g>
          </Box>
        </g>
      </g>
      <Glint x={272} y={62} />
      <Glint x={296} y={100} scale={0.6} />
    </svg>
  );
}
