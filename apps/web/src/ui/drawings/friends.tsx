import { Envelope, Face, Glint, Heart, Scene } from "./parts.tsx";

/** Draws two faces with a letter between them, for friends, followers and messages. */
export function FriendsDrawing() {
  return (
    <Scene>
      <g>
        <path d="M20 136c0-26 16-38 40-38s40 12 40 38Z" fill="#369a9b" />
        <circle cx="60" cy="72" r="32" fill="var(--brand-400)" />
        <Face x={62} y={72} mood="happy" />
      </g>
      <g>
        <path d="M104 136c0-24 15-36 38-36s38 12 38 36Z" fill="#f06a4d" />
        <circle cx="142" cy="78" r="30" fill="#ffd9cc" />
        <Face x={140} y={78} mood="happy" />
      </g>
      <Envelope x={101} y={116} turn={-6} scale={0.9} />
      <Heart x={101} y={36} scale={1} />
      <Glint x={166} y={34} scale={0.7} />
    </Scene>
  );
}
