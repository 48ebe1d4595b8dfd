import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { Wax } from "#ui/drawings/wax.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";
import { RetriedPicture } from "#ui/surfaces/retried-picture.tsx";

const sheetClass =
  "relative isolate grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-xl bg-paper text-center text-ink-on-paper";

/**
 * What lies in the place of a result until the reader has one: a closed envelope with a text. It is as high as the picture
 * and the text of a result, so that nothing below moves; the drawing takes the room that the text leaves.
 */
export function ClosedLetter({ children }: { children: ReactNode }) {
  return (
    <div
      data-card-theme="mint"
      className={`${sheetClass} before:col-start-1 before:row-start-1 before:pb-[calc(52.5%+13rem)]`}
    >
      <EnvelopeFlap className="h-24" />
      <div className="absolute inset-x-0 top-19 grid justify-items-center">
        <Wax />
      </div>
      <div className="col-start-1 row-start-1 flex flex-col items-center gap-4 px-5 pt-30 pb-6">
        <div className="relative min-h-16 w-full flex-1 *:absolute *:inset-0 *:size-full">
          <LetterArrivingDrawing />
        </div>
        {children}
      </div>
    </div>
  );
}

interface OpenedLetterProps {
  game: DiagnosisGame;
  result: DiagnosisResult;
  /** Whether the result has just arrived. */
  isNew: boolean;
  /** What the picture says, as text. */
  children: ReactNode;
}

/** The picture of a result, and its text on the same paper. */
export function OpenedLetter({ game, result, isNew, children }: OpenedLetterProps) {
  const { t } = useTexts();
  return (
    <div data-card-theme="mint" className={sheetClass}>
      <div className="relative aspect-40/21">
        <RetriedPicture
          key={result.id}
          src={result.image_url}
          alt={t("diagnosis.picture_alt", { title: game.title, result: result.share_body })}
          width={1200}
          height={630}
          className={cx("absolute inset-0 size-full rounded-xl", isNew && "animate-rise")}
        />
      </div>
      <div className={cx("grid content-center px-4", isNew ? "min-h-52 py-3" : "py-6")}>
        {children}
      </div>
    </div>
  );
}
