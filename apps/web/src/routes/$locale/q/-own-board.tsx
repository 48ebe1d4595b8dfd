import type { Item } from "@toibako/contract/items.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { Share } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Sensitivity } from "#features/answers/components/sensitivity.tsx";
import { AnsweredBoard } from "#features/questions/components/answered-board.tsx";
import { useWayToX } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { takeAnswered } from "#lib/just-answered.ts";
import { Button } from "#ui/button.tsx";
import { useCelebration } from "../-celebrate.ts";
import { useShared } from "../-item/actions.tsx";
import { useModal } from "../-modal/modal.tsx";
import { PassBaton } from "./-pass-baton.tsx";

/** For who answered: what goes around, and right after the answer what there is to celebrate. */
export function OwnBoard({ question, item }: { question: Question; item: Item }) {
  const { t } = useTexts();
  const modal = useModal();
  const answer = useShared(item);
  const linked = useWayToX() === "linked";
  const [just_answered, setJustAnswered] = useState(false);
  useCelebration(just_answered);

  // Only who linked X is asked unasked; see docs/decisions/0010.
  const greet = useEffectEvent(() => {
    if (!takeAnswered(item.uuid_hash)) return;
    setJustAnswered(true);
    if (!linked) return;
    const on_failed = (reason: string) => modal.open("share_failure", { answer, reason });
    modal.open("share_answer", { answer, on_failed });
  });
  useEffect(() => greet(), []);

  return (
    <AnsweredBoard
      question={question}
      baton={<PassBaton uuid_hash={question.uuid_hash} />}
      share={
        <Button onClick={() => modal.open("share_answer", { answer })}>
          <Share size={19} aria-hidden="true" />
          {t("shares.share")}
        </Button>
      }
    >
      <Sensitivity item={item} />
    </AnsweredBoard>
  );
}
