import { Box, coral, Glint, Heart, Scene, sun } from "./parts.tsx";

type StoolProps = { x: number; foot: number; cushion: string };

function Stool({ x, foot, cushion }: StoolProps) {
  return (
    <g transform={`translate(${x} ${foot})`}>
      <path
        d="M-9-24-13-2M9-24l4 22M-11-11h22"
        stroke="#369a9b"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <rect x="-18" y="-33" width="36" height="11" rx="5.500" fill={cushion} />
    </g>
  );
}

/** Draws the box in a circle of empty stools, for a community without members. */
export function NoMembersDrawing() {
  return (
    <Scene>
      <path
        d="M32 40Q66 62 100 42T168 38"
        stroke="var(--brand)"
        strokeOpacity="0.6"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="m42 46 15 6-10 11Z" fill={coral} />
      <path d="m70 53 16-3-6 14Z" fill={sun} />
      <path d="m108 40 16-3-5 14Z" fill="var(--brand-400)" />
      <path d="m138 35 16 1-8 13Z" fill={coral} />
      <Stool x={55} foot={116} cushion={coral} />
      <Stool x={145} foot={116} cushion={sun} />
      <g transform="translate(100 134) scale(0.74)">
        <Box mood="happy" x={0} foot={0} />
      </g>
      <Stool x={40} foot={141} cushion={sun} />
      <Stool x={160} foot={141} cushion={coral} />
      <Heart x={57} y={70} scale={0.55} turn={-10} />
      <Glint x={144} y={68} scale={0.7} />
    </Scene>
  );
}
