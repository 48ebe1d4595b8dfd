import { Box, Envelope, Glint, Scene } from "./parts.tsx";

/** Draws the box with a magnifying glass, for empty searches, missing pages and the guide. */
export function NotFoundDrawing() {
  return (
    <Scene>
      <Box mood="curious" x={88} />
      <Envelope x={40} y={54} turn={-18} scale={0.62} />
      <g transform="translate(134 92)">
        <path d="m11 15 13 18" stroke="var(--brand)" strokeWidth="8" strokeLinecap="round" />
        <circle r="20" fill="var(--surface)" fillOpacity="0.75" />
        <circle r="20" stroke="var(--brand)" strokeWidth="5" />
        <path
          d="M-5-5.500C-5-9-2.500-11 .5-11c3.200 0 5.700 2 5.700 5C6.200-1.500.5-2 .5 3"
          stroke="var(--brand)"
          strokeWidth="3.400"
          strokeLinecap="round"
        />
        <circle cx="0.5" cy="9.500" r="2.200" fill="var(--brand)" />
      </g>
      <Glint x={152} y={42} scale={0.8} />
      <Glint x={58} y={28} scale={0.5} />
    </Scene>
  );
}
