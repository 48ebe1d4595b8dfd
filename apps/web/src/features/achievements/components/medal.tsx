import type { UserAchievement } from "@toibako/contract/achievements.ts";

type CountedGoal = Pick<UserAchievement, "counted" | "count">;

interface MedalProps extends CountedGoal {
  /** The achievement is not earned yet, so the medal is only an outline. */
  isUpcoming?: boolean;
}

const darkInk = "#08282a";
/** From these numbers of answers on, a medal is silver or gold. */
const silverAnswers = 50;
const goldAnswers = 500;

/** Returns the colours of a medal. Those of a medal for answers depend on their number. */
function getColours({ counted, count }: CountedGoal) {
  if (counted === "likes") return { face: "#ff8f75", rim: "#b73a20", ribbon: "#ffc94d" };
  if (counted === "community_answers")
    return { face: "#c9b6f2", rim: "#6a4fb0", ribbon: "#5ebaba" };
  if (count >= goldAnswers) return { face: "#ffc94d", rim: "#a86d00", ribbon: "#ff8f75" };
  if (count >= silverAnswers) return { face: "#d5e3e6", rim: "#5f7f86", ribbon: "#ff8f75" };
  return { face: "#8fd3d2", rim: "#1a7375", ribbon: "#ff8f75" };
}

/** A wax seal on a ribbon, with the number to reach and a symbol of what is counted. */
export function Medal({ isUpcoming = false, ...goal }: MedalProps) {
  const { face, rim, ribbon } = isUpcoming
    ? { face: "var(--surface-2)", rim: "var(--line-strong)", ribbon: "var(--line)" }
    : getColours(goal);
  return (
    <svg viewBox="0 0 120 132" className="block h-auto w-full" fill="none" aria-hidden="true">
      <path d="M40 74 26 126l18-8 12 14 10-46ZM80 74l14 52-18-8-12 14-10-46Z" fill={ribbon} />
      <path
        d="M60 4c6 0 9 6 15 7s12-2 16 2 2 10 4 16 9 8 9 15-7 9-9 15 0 12-4 16-10 1-16 3-9 8-15 8-9-6-15-8-12 1-16-3-2-10-4-16-9-8-9-15 7-9 9-15 0-12 4-16 10-1 16-2 9-7 15-7Z"
        fill={face}
        stroke={rim}
        strokeWidth="3"
        strokeDasharray={isUpcoming ? "5 6" : undefined}
      />
      {!isUpcoming && (
        <circle
          cx="60"
          cy="45"
          r="31"
          stroke={rim}
          strokeWidth="2"
          strokeDasharray="1 6"
          strokeLinecap="round"
        />
      )}
      <g transform="translate(60 38)" opacity={isUpcoming ? 0.45 : 1}>
        <CountedSymbol counted={goal.counted} isUpcoming={isUpcoming} />
      </g>
      <text
        x="60"
        y="70"
        textAnchor="middle"
        fontSize={goal.count >= 1000 ? 15 : 17}
        fontWeight="700"
        fill={isUpcoming ? "var(--ink-2)" : darkInk}
      >
        {goal.count}
      </text>
      {!isUpcoming && (
        <g fill="#fff">
          <path
            d="M36 27q3-8 11-10"
            stroke="#fff"
            strokeWidth="3.5"
            strokeLinecap="round"
            fill="none"
            opacity="0.8"
          />
          <path d="M96 8q1 7 8 8-7 1-8 8-1-7-8-8 7-1 8-8Z" fill="#ffc94d" />
          <path d="M17 70q.7 4.500 5 5-4.300.7-5 5-.7-4.300-5-5 4.300-.5 5-5Z" fill="#ffc94d" />
        </g>
      )}
    </svg>
  );
}

function CountedSymbol({
  counted,
  isUpcoming,
}: {
  counted: CountedGoal["counted"];
  isUpcoming: boolean;
}) {
  const line = isUpcoming ? "var(--ink-2)" : darkInk;
  const paper = isUpcoming ? "var(--surface)" : "#fff";
  if (counted === "likes") {
    return (
      <path
        d="M0 14C-11 7-16 1-16-6c0-5 4-9 9-9 3 0 6 2 7 5 1-3 4-5 7-5 5 0 9 4 9 9 0 7-5 13-16 20Z"
        fill={paper}
        stroke={line}
        strokeWidth="2.200"
        strokeLinejoin="round"
      />
    );
  }
  if (counted === "community_answers") {
    return (
      <g stroke={line} strokeWidth="2.200" strokeLinejoin="round" fill={paper}>
        <path d="M-18-14h22q5 0 5 5v8q0 5-5 5h-11l-8 7v-7h-3q-5 0-5-5v-8q0-5 5-5Z" />
        <circle cx="-12" cy="-5" r="1" />
        <circle cx="-5" cy="-5" r="1" />
        <circle cx="2" cy="-5" r="1" />
      </g>
    );
  }
  return (
    <g stroke={line} strokeWidth="2.200" strokeLinejoin="round" strokeLinecap="round">
      <rect x="-19" y="-13" width="38" height="26" rx="4" fill={paper} />
      <path d="m-17-10 17 12 17-12" />
    </g>
  );
}
