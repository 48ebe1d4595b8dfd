import { Box, coral, Envelope, Glint, Scene, sun } from "./parts.tsx";

/** Draws the box beside an empty notice board, for a community without questions. */
export function NoQuestionsDrawing() {
  return (
    <Scene>
      <g>
        <path d="M96 134V60M164 134V60" stroke="#369a9b" strokeWidth="6" strokeLinecap="round" />
        <rect x="78" y="26" width="100" height="72" rx="10" fill="var(--brand-400)" />
        <rect x="85" y="33" width="86" height="58" rx="5" fill="var(--surface)" />
        <path
          d="M98 46h24v18H98Z"
          stroke="var(--brand)"
          strokeOpacity="0.5"
          strokeWidth="1.800"
          strokeLinejoin="round"
          strokeDasharray="4 4"
        />
        <path
          d="M134 60h24v18h-24Z"
          stroke="var(--brand)"
          strokeOpacity="0.5"
          strokeWidth="1.800"
          strokeLinejoin="round"
          strokeDasharray="4 4"
        />
        <circle cx="110" cy="43" r="3.600" fill={coral} />
        <circle cx="146" cy="57" r="3.600" fill={sun} />
      </g>
      <g transform="translate(55 137) scale(0.8)">
        <Box mood="curious" x={0} foot={0} />
      </g>
      <Envelope x={130} y={124} turn={-8} scale={0.62} />
      <Glint x={48} y={40} scale={0.8} />
      <Glint x={66} y={24} scale={0.5} />
    </Scene>
  );
}
