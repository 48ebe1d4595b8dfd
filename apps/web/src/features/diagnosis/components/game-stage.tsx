import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";
import { RetriedPicture } from "#ui/surfaces/retried-picture.tsx";

interface GameStageProps {
  game: DiagnosisGame;
  result: DiagnosisResult | null;
  /** Whether the result has just arrived. */
  isNew: boolean;
}

/** A closed envelope, in whose place the picture of the result rises. It has the size of the picture from the start. */
export function GameStage({ game, result, isNew }: GameStageProps) {
  const { t } = useTexts();
  return (
    <div className="relative isolate grid aspect-40/21 place-items-center overflow-hidden rounded-xl bg-paper">
      <EnvelopeFlap className="h-[22%]" />
      <div className="mt-[7%] w-[46%]">
        <LetterArrivingDrawing />
      </div>
      {result && (
        <RetriedPicture
          key={result.id}
          src={result.image_url}
          alt={t("diagnosis.picture_alt", { title: game.title, result: result.share_body })}
          width={1200}
          height={630}
          className={cx("absolute inset-0 size-full", isNew && "animate-rise")}
        />
      )}
    </div>
  );
}
