import type { OwnAnswer as Answer } from "@toibako/contract/answers.ts";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { languageTag } from "@toibako/contract/locales.ts";
import { Fold } from "#features/profiles/components/fold.tsx";
import { OwnAnswer } from "./-item/own-answer.tsx";

/** The answer below a received letter, with what its author can do with it. */
export function answeredHere(answer: Answer, item: ReceivedItem) {
  return (
    <div className="px-3">
      {answer.text && <Fold text={answer.text} lang={languageTag(item.locale)} lines={6} />}
      <div className="-mr-3 flex">
        <OwnAnswer answer={answer} question={item} />
      </div>
    </div>
  );
}
