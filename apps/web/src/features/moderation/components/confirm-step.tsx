import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import type { Reach } from "../report-flow.ts";

interface ConfirmStepProps {
  may_report_several: boolean;
  on_choose: (reach: Reach) => void;
  on_cancel: () => void;
}

/** What a report does, and how far it shall reach. */
export function ConfirmStep({ may_report_several, on_choose, on_cancel }: ConfirmStepProps) {
  const { t } = useTexts();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2 text-ink-2">
        <p>{t("moderation.report_text")}</p>
        {may_report_several && <p>{t("moderation.several_text")}</p>}
      </div>
      <div className="grid gap-2">
        <Button variant="danger" onClick={() => on_choose("unit")}>
          {t("moderation.report_one")}
        </Button>
        {may_report_several && (
          <Button variant="outline" onClick={() => on_choose("multiple")}>
            {t("moderation.report_several")}
          </Button>
        )}
        <Button variant="quiet" onClick={on_cancel}>
          {t("common.cancel")}
        </Button>
      </div>
    </div>
  );
}
