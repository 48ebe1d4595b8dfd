import { useMutation, useQuery } from "@tanstack/react-query";
import type { ArchiveExport } from "@toibako/contract/archives.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { Download, FolderDown } from "lucide-react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { TextList } from "#ui/surfaces/text-list.tsx";
import { exportQuery, useExportActions } from "../queries.ts";
import { ProgressBar } from "./progress-bar.tsx";

interface ExportPanelProps {
  /** Asks for an identity confirmation if the last one is too old; resolves to whether the identity is confirmed. */
  confirmIdentity: () => Promise<boolean>;
}

/** Starts making an archive of the account's data, shows the progress and offers the file. */
export function ExportPanel({ confirmIdentity }: ExportPanelProps) {
  const { t } = useTexts();
  const query = useQuery(exportQuery());
  const { start } = useExportActions();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: start,
    onError: (error) =>
      toasts.showToast(describeFailure(error, t("archives.failed")), { type: "error" }),
  });
  if (!query.data) {
    return (
      <LoadingStatePanel query={query} title={t("archives.load_failed")}>
        {t("archives.load_failed_text")}
      </LoadingStatePanel>
    );
  }
  const state = query.data;
  if (state.status === "running") return <ExportProgress state={state} />;
  return (
    <>
      {state.status === "done" && (
        <FinishedArchive state={state} confirmIdentity={confirmIdentity} />
      )}
      {state.status === "failed" && <Callout tone="error">{t("archives.export_failed")}</Callout>}
      <TextList>
        {[
          t("archives.export_contents"),
          t("archives.export_privacy"),
          t("archives.export_expiry", { days: retentionDays.archive }),
        ]}
      </TextList>
      <Button
        variant={state.status === "done" ? "outline" : "primary"}
        className="max-w-full justify-self-start"
        isPending={isPending}
        onClick={() => mutate()}
      >
        <FolderDown size={18} aria-hidden="true" />
        {t(state.status === "none" ? "archives.start" : "archives.start_again")}
      </Button>
    </>
  );
}

function ExportProgress({ state: { progress, total } }: { state: ArchiveExport }) {
  const { t } = useTexts();
  return (
    <>
      {total > 0 ? (
        <ProgressBar
          label={t("archives.export_title")}
          text={t("archives.running", { progress, total })}
          progress={progress}
          total={total}
        />
      ) : (
        <p className="text-sm text-ink-2">{t("archives.preparing")}</p>
      )}
      <p className="text-sm text-ink-2">{t("archives.running_text")}</p>
      <DeleteButton label={t("archives.stop")} doneText={t("archives.stopped")} />
    </>
  );
}

function FinishedArchive({ state, confirmIdentity }: ExportPanelProps & { state: ArchiveExport }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const download = useMutation({
    mutationFn: async (address: string) => {
      if (await confirmIdentity()) window.location.assign(address);
    },
    onError: (error) =>
      toasts.showToast(describeFailure(error, t("archives.failed")), { type: "error" }),
  });
  const { bytes, download_url, formatted_expiry } = state;
  if (bytes === null || download_url === null || formatted_expiry === null) return null;
  // Rounded to one decimal, and never 0.
  const roundedMegabytes = Math.round(bytes / 100_000) / 10;
  const megabytes = Math.max(0.1, roundedMegabytes);
  return (
    <Callout tone="ok" title={t("archives.ready", { size: megabytes })}>
      <p>{t("archives.ready_until", { day: formatted_expiry })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {/* Not a Link, because the router would look for a page at this address. */}
        <a
          href={download_url}
          className={buildButtonClass({ variant: "primary" })}
          onClick={(event) => {
            event.preventDefault();
            download.mutate(download_url);
          }}
        >
          <Download size={18} aria-hidden="true" />
          {t("archives.download")}
        </a>
        <DeleteButton label={t("archives.delete")} doneText={t("archives.deleted")} />
      </div>
    </Callout>
  );
}

/** Deletes the archive, which also stops one that is being made. */
function DeleteButton({ label, doneText }: { label: string; doneText: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { remove } = useExportActions();
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess: () => toasts.showToast(doneText, { type: "success" }),
    onError: (error) =>
      toasts.showToast(describeFailure(error, t("archives.failed")), { type: "error" }),
  });
  return (
    <Button
      variant="text"
      alignsText
      className="justify-self-start"
      isPending={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}
