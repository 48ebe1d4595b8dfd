import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { Flag } from "lucide-react";
import type { ReportSlot } from "#features/inbox/components/received-row.tsx";
import { Report } from "#features/moderation/components/report.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { Command } from "#ui/command.tsx";

/** The command that reports a received question. */
export const reportHere: ReportSlot = (item, row) => <ReportHere item={item} {...row} />;

type ReportHereProps = { item: ReceivedItem } & Parameters<ReportSlot>[1];

function ReportHere({ item, busy, on_reported, way_past }: ReportHereProps) {
  const { t } = useTexts();
  return (
    <Report
      item_id={item.uuid_hash}
      may_report_several={item.report_about_all_questions_of_same_user_flag}
      on_reported={on_reported}
      way_past={way_past}
    >
      {(start) => (
        <Command
          icon={<Flag size={20} aria-hidden="true" />}
          label={t("moderation.report")}
          busy={busy}
          on_press={start}
        />
      )}
    </Report>
  );
}
