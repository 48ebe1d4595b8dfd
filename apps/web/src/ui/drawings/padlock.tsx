import { Box, Glint, Scene, sun } from "./parts.tsx";

/** Draws the box with a padlock, for what is known about a person. */
export function PadlockDrawing() {
  return (
    <Scene>
      <Box mood="happy" x={84} />
      <g transform="translate(144 98)">
        <path d="M-13-8v-12a13 13 0 0 1 26 0v12" stroke="#369a9b" strokeWidth="7" />
        <rect x="-24" y="-12" width="48" height="40" rx="10" fill={sun} />
        <circle cy="5" r="5" fill="#08282a" />
        <path d="M0 6v9" stroke="#08282a" strokeWidth="4" strokeLinecap="round" />
      </g>
      <Glint x={46} y={42} scale={0.8} />
      <Glint x={158} y={40} scale={0.6} />
    </Scene>
  );
}
