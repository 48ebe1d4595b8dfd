import { Box, coral, Glint, Scene, Sheet, sun } from "./parts.tsx";

/** Draws an empty sheet and a pencil, for a list without answers. */
export function NoAnswersDrawing() {
  return (
    <Scene>
      <Box mood="curious" x={80} />
      <g transform="translate(-4 2)">
        <Sheet x={138} y={98} turn={8} scale={1.25} />
        <g transform="translate(152 78) rotate(38)">
          <rect x="-5" y="-38" width="10" height="42" fill={sun} />
          <path d="M-5-38v-4q0-4 5-4t5 4v4Z" fill={coral} />
          <path d="M-5 4h10L0 15Z" fill="#ffe9c9" />
          <path d="m-1.800 11 1.800 4 1.800-4Z" fill="#08282a" />
        </g>
      </g>
      <Glint x={44} y={36} scale={0.8} />
    </Scene>
  );
}
