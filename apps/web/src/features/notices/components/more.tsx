import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";

interface MoreProps {
  failed: boolean;
  pending: boolean;
  on_more: () => void;
}

/** Brings the next page below those that are shown. */
export function More({ failed, pending, on_more }: MoreProps) {
  const { t } = useTexts();
  return (
    <div className="grid justify-items-center gap-2 py-6">
      {failed && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {t("notices.failed_title")}
        </p>
      )}
      <Button
        variant="outline"
        pending={pending}
        pendingLabel={t("common.loading")}
        onClick={on_more}
      >
        {t("notices.more")}
      </Button>
    </div>
  );
}
