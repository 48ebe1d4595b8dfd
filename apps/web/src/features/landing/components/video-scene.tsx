import { Face, Glint, Heart } from "#ui/drawings/parts.tsx";

/**
 * The picture of the introduction before and after the animation. video-animation.ts sets the `transform` of
 * each element with `data-part`, so a group around the element sets its position.
 */
export function VideoScene() {
  return (
    <svg viewBox="0 0 640 360" className="block h-auto w-full" fill="none" aria-hidden="true">
      <rect width="640" height="360" fill="var(--paper)" />
      <path
        d="M70 190C52 84 170 30 318 36c170 4 284 62 262 162-20 84-140 120-268 120S86 286 70 190Z"
        fill="var(--surface)"
        opacity="0.55"
      />
      <ellipse cx="320" cy="318" rx="236" ry="15" fill="var(--flap)" opacity="0.8" />
      <path
        data-part="trail"
        d="M232 150c50-92 150-104 206-22"
        stroke="var(--brand)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="1 15"
        opacity="0"
      />
      <Stars />
      <BoxBack />
      <FlyingLetter />
      <BoxFront />
      <WrittenSheet />
      <AnswerCard />
    </svg>
  );
}

function Stars() {
  return (
    <>
      <Glint x={96} y={112} scale={1.7} />
      <Glint x={556} y={140} scale={2} />
      <Glint x={334} y={74} scale={1.2} />
    </>
  );
}

/** The sheet on which the letter is written, and the pencil. */
function WrittenSheet() {
  return (
    <g transform="translate(190 190)">
      <g data-part="sheet">
        <rect
          x="-68"
          y="-92"
          width="136"
          height="184"
          rx="16"
          fill="var(--surface)"
          stroke="var(--brand)"
          strokeOpacity="0.45"
          strokeWidth="3"
        />
        <g stroke="var(--flap)" strokeWidth="10" strokeLinecap="round" strokeDasharray="1.2">
          <path d="M-38-46h76" pathLength="1" />
          <path data-part="line_1" d="M-38-10h76" pathLength="1" strokeDashoffset="1.2" />
          <path data-part="line_2" d="M-38 26h44" pathLength="1" strokeDashoffset="1.2" />
        </g>
      </g>
      <g transform="translate(-38 -10)">
        <g data-part="pencil">
          <g transform="rotate(34) translate(0 -14)">
            <rect x="-9" y="-78" width="18" height="78" fill="#ffc94d" />
            <path d="M-9-78v-6q0-8 9-8t9 8v6Z" fill="#ff8f75" />
            <path d="M-9 0H9L0 18Z" fill="#ffe9c9" />
            <path d="m-3.200 11.500 3.200 6.500 3.200-6.500Z" fill="#08282a" />
          </g>
        </g>
      </g>
    </g>
  );
}

/** The letter that flies into the box. It is drawn between the back and the front of the box. */
function FlyingLetter() {
  return (
    <g transform="translate(190 190)">
      <g data-part="flight">
        <g data-part="envelope" opacity="0">
          <rect x="-60" y="-42" width="120" height="84" rx="14" fill="var(--surface)" />
          <path d="M-60-28q0-14 14-14h92q14 0 14 14L8 9q-8 6-16 0Z" fill="var(--flap)" />
          <rect
            x="-60"
            y="-42"
            width="120"
            height="84"
            rx="14"
            stroke="var(--brand)"
            strokeWidth="3.500"
            opacity="0.55"
          />
          <g data-part="seal">
            <Heart x={0} y={7} scale={1.25} />
          </g>
        </g>
      </g>
    </g>
  );
}

const boxPosition = "translate(452 318) scale(2)";

function BoxBack() {
  return (
    <g transform={boxPosition}>
      <path
        data-part="inside"
        d="M-41-62h82l-6-13q-1-3-4-3h-62q-3 0-4 3Z"
        fill="#174f51"
        opacity="0"
      />
    </g>
  );
}

function BoxFront() {
  return (
    <g transform={boxPosition}>
      <g data-part="box">
        <path d="M-41-62h82v48q0 14-14 14h-54q-14 0-14-14Z" fill="var(--brand-400)" />
        <g transform="translate(40 -66)">
          <g data-part="lid">
            <rect x="-86" y="-12" width="92" height="18" rx="9" fill="#369a9b" />
            <rect x="-55" y="-6" width="30" height="5" rx="2.500" fill="#08282a" />
          </g>
        </g>
        <g data-part="asleep">
          <Face x={0} y={-33} mood="asleep" />
        </g>
        <g data-part="surprised" opacity="0">
          <Face x={0} y={-33} mood="surprised" />
        </g>
        <g data-part="happy" opacity="0">
          <Face x={0} y={-33} mood="happy" />
        </g>
      </g>
      <g data-part="dream">
        <path
          d="M32-108h9l-9 10h9M50-126h12l-12 13h12"
          stroke="var(--brand)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </g>
  );
}

/** A letter with its answer, as the site shows them, and the heart that the answer gets. */
function AnswerCard() {
  return (
    <g transform="translate(222 172)">
      <g data-part="card" opacity="0">
        <rect
          x="-136"
          y="-112"
          width="272"
          height="224"
          rx="28"
          fill="var(--surface)"
          stroke="var(--line)"
          strokeWidth="2"
        />
        <rect x="-124" y="-100" width="248" height="98" rx="20" fill="var(--paper)" />
        <path d="M-124-80q0-20 20-20h208q20 0 20 20L8-52q-8 3-16 0Z" fill="var(--flap)" />
        <g stroke="var(--brand)" strokeWidth="9" strokeLinecap="round" strokeOpacity="0.55">
          <path d="M-62-30H62" />
        </g>
        <circle cx="-94" cy="36" r="22" fill="var(--brand-400)" />
        <g transform="translate(-94 33) scale(0.62)">
          <Face x={0} y={0} mood="happy" />
        </g>
        <g stroke="var(--flap)" strokeWidth="10" strokeLinecap="round" strokeDasharray="1.2">
          <path data-part="answer_1" d="M-54 28H104" pathLength="1" strokeDashoffset="1.2" />
          <path data-part="answer_2" d="M-54 54H62" pathLength="1" strokeDashoffset="1.2" />
        </g>
        <g transform="translate(112 88)">
          <g data-part="heart" opacity="0">
            <circle r="34" fill="var(--like-soft)" />
            <Heart x={0} y={2} scale={2.2} />
          </g>
        </g>
      </g>
      <g transform="translate(96 -112)">
        <g data-part="hearts" opacity="0">
          <Heart x={-8} y={0} scale={1.1} turn={-12} />
          <Heart x={34} y={-20} scale={0.8} turn={14} />
        </g>
      </g>
    </g>
  );
}
