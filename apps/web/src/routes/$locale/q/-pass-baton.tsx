import { Forward } from "lucide-react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { useModal } from "../-modal/modal.tsx";

/** For the one who answered: the way to pass the question on to friends. */
export function PassBaton({ uuid_hash }: { uuid_hash: string }) {
  const { t } = useTexts();
  const modal = useModal();
  return (
    <Button
      variant="outline"
      className="grow"
      aria-haspopup="dialog"
      onClick={() => modal.open("baton", { uuid_hash })}
    >
      <Forward size={20} aria-hidden="true" />
      {t("friends.pass")}
    </Button>
  );
}
