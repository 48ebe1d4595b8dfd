import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import { AnswerSharing } from "#features/shares/components/answer-sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

interface ShareDiagnosisProps extends ModalProps {
  game: DiagnosisGame;
  result: DiagnosisResult;
}

/** Shares what the reader got from a diagnosis game. */
export function ShareDiagnosis({ game, result, ...frame }: ShareDiagnosisProps) {
  const { t, locale } = useTexts();
  const words = { title: game.title, result: result.share_body };
  return (
    <Sheet {...frame} title={t("diagnosis.share_title")} closeLabel={t("common.close")}>
      <AnswerSharing
        answer={{
          path: `/${locale}/diagnosis/${game.uuid}?result=${result.id}`,
          text: t("diagnosis.share_text", words),
          pictures: {
            wide: {
              url: result.image_url,
              alt: t("diagnosis.picture_alt", words),
              file_name: buildPictureName(game.title),
            },
          },
        }}
      />
    </Sheet>
  );
}
