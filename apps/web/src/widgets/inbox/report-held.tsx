import { useQueryClient } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import type { HeldRowState } from "#features/filters/components/held-row.tsx";
import { Report } from "#features/moderation/components/report.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Command } from "#ui/buttons/command.tsx";
import { removeReported } from "./remove-reported.ts";

interface ReportHeldProps extends HeldRowState {
  item_id: string;
}

/** The button that reports a held question, and blocks its sender if the reader wants to. */
export function ReportHeld({ item_id, isBusy, rememberNeighbors }: ReportHeldProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  return (
    <Report
      item_id={item_id}
      mayReportSeveral
      onItemsRemoved={(removed) => removeReported(client, removed)}
      rememberNeighbors={rememberNeighbors}
    >
      {(start) => (
        <Command
          icon={<Flag size={20} aria-hidden="true" />}
          label={t("moderation.report_or_block")}
          isBusy={isBusy}
          onPress={start}
        />
      )}
    </Report>
  );
}
