import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import { Sparkles } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
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
      <Sparkles size={56} strokeWidth={1.25} className="mt-[8%] text-brand" aria-hidden="true" />
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
