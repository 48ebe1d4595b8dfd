import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import type { Reach } from "../report-flow.ts";

interface ConfirmStepProps {
  mayReportSeveral: boolean;
  onChoose: (reach: Reach) => void;
  onCancel: () => void;
}

/** The first step of a report, which asks whether to report one question or all questions of its sender. */
export function ConfirmStep({ mayReportSeveral, onChoose, onCancel }: ConfirmStepProps) {
  const { t } = useTexts();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2 text-ink-2">
        <p>{t("moderation.report_text")}</p>
        {mayReportSeveral && <p>{t("moderation.report_several_text")}</p>}
      </div>
      <div className="grid gap-2">
        <Button variant="danger" onClick={() => onChoose("unit")}>
          {t("moderation.report_one")}
        </Button>
        {mayReportSeveral && (
          <Button variant="outline" onClick={() => onChoose("multiple")}>
            {t("moderation.report_several")}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
      </div>
    </div>
  );
}
