import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

interface MoreProps {
  failed: boolean;
  pending: boolean;
  onMore: () => void;
}

/** Brings the next page below those that are shown. */
export function More({ failed, pending, onMore }: MoreProps) {
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
        onClick={onMore}
      >
        {t("notices.more")}
      </Button>
    </div>
  );
}
