import { Ellipsis, PenLine, Trash2 } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Menu, type MenuEntry } from "#ui/overlays/menu.tsx";
import { useMinutesLeft } from "./minutes-left.tsx";

interface OwnAnswerMenuProps {
  answered_at: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** A menu with which the answerer edits the answer, for a limited time, or deletes it. Needs scripts. */
export function OwnAnswerMenu({ answered_at, onEdit, onDelete }: OwnAnswerMenuProps) {
  const { t } = useTexts();
  const isEditable = useMinutesLeft(answered_at) > 0;
  const edit: MenuEntry = {
    key: "edit",
    label: t("answers.edit"),
    icon: <PenLine size={20} aria-hidden="true" />,
    onSelect: onEdit,
  };
  return (
    <span className="ml-auto noscript:hidden">
      <Menu
        trigger={
          <IconButton label={t("answers.menu")} icon={<Ellipsis size={22} aria-hidden="true" />} />
        }
        entries={() => [
          ...(isEditable ? [edit] : []),
          {
            key: "delete",
            label: t("answers.delete"),
            icon: <Trash2 size={20} aria-hidden="true" />,
            isDangerous: true,
            onSelect: onDelete,
          },
        ]}
      />
    </span>
  );
}
