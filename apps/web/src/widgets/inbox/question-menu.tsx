import { Link } from "@tanstack/react-router";
import { Ellipsis, Flag, Leaf } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";

interface QuestionMenuProps {
  isBusy: boolean;
  /** Names what the report offers: only the senders of questions to the account can be blocked with it. */
  label: string;
  onReport: () => void;
}

/** The menu of a received question: report it, or turn on calm mode. */
export function QuestionMenu({ isBusy, label, onReport }: QuestionMenuProps) {
  const { t, locale } = useTexts();
  return (
    <Menu
      trigger={
        <IconButton
          label={t("inbox.more")}
          icon={<Ellipsis size={22} aria-hidden="true" />}
          disabled={isBusy}
        />
      }
      entries={() => [
        {
          key: "report",
          label,
          icon: <Flag size={20} aria-hidden="true" />,
          isDangerous: true,
          onSelect: onReport,
        },
        {
          key: "calm",
          label: t("inbox.turn_calm"),
          icon: <Leaf size={20} aria-hidden="true" />,
          render: <Link to="/$locale/stg" params={{ locale }} hash="calm" />,
        },
      ]}
    />
  );
}
