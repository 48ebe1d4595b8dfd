import { Envelope, Face, Glint, Scene } from "./parts.tsx";

/** Draws the empty bin. */
export function BinDrawing() {
  return (
    <Scene>
      <g transform="translate(100 135)">
        <rect x="-12" y="-92" width="24" height="12" rx="6" stroke="#369a9b" strokeWidth="5" />
        <rect x="-46" y="-84" width="92" height="15" rx="7.500" fill="#369a9b" />
        <path d="M-39-69h78l-6 57q-1.500 12-13 12h-40q-11.500 0-13-12Z" fill="var(--brand-400)" />
        <Face x={0} y={-38} mood="happy" />
      </g>
      <Envelope x={160} y={112} turn={14} scale={0.62} />
      <Glint x={46} y={44} scale={0.8} />
      <Glint x={152} y={52} scale={0.55} />
    </Scene>
  );
}
