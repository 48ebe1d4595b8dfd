import { Envelope, Face, Glint, Heart, Scene } from "./parts.tsx";

/** Draws the box whose lid opens, and a letter that rises from it. With reduced motion, it is open at once. */
export function BoxOpeningDrawing() {
  return (
    <Scene>
      <g transform="translate(100 135)">
        <path d="M-41-62h82l-6-13q-1-3-4-3h-62q-3 0-4 3Z" fill="#174f51" />
        <g className="animate-rise-from-box">
          <Envelope x={-4} y={-88} turn={-6} />
        </g>
        <g transform="rotate(62 40 -66)">
          <rect
            x="34"
            y="-79"
            width="74"
            height="13"
            rx="6.500"
            fill="#369a9b"
            className="origin-bottom-left animate-unlid [transform-box:fill-box]"
          />
        </g>
        <path d="M-41-62h82v48q0 14-14 14h-54q-14 0-14-14Z" fill="var(--brand-400)" />
        <Face x={0} y={-33} mood="happy" />
      </g>
      <Heart x={48} y={44} scale={0.6} />
      <Glint x={158} y={30} scale={0.8} />
    </Scene>
  );
}
