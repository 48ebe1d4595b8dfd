import { useQuery } from "@tanstack/react-query";
import {
  type ArchiveImport,
  importPartBytes,
  maxImportBytes,
} from "@toibako/contract/archives/import.ts";
import { FolderUp } from "lucide-react";
import { useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import type { RenderedElement } from "#ui/render-as.ts";
import { TextList } from "#ui/surfaces/text-list.tsx";
import { importQuery } from "../queries/imports.ts";
import { useImportActions, useIsUploading } from "../queries/uploads.ts";
import { ImportReport } from "./import-report.tsx";
import { ProgressBar } from "./progress-bar.tsx";

interface ImportPanelProps {
  /** The link to the page with the brought answers. */
  broughtLink: RenderedElement;
}

const maxMegabytes = maxImportBytes / 1024 / 1024;

/** Uploads an archive, shows the progress, and says at the end what was imported. */
export function ImportPanel({ broughtLink }: ImportPanelProps) {
  const { t } = useTexts();
  const query = useQuery(importQuery());
  const isUploading = useIsUploading();
  // The mutation belongs to this component, because `ArchiveInput`, which shows its error, is unmounted
  // during the upload.
  const { upload } = useImportActions();
  if (!query.data) {
    return (
      <LoadingStatePanel query={query} title={t("archives.load_failed")}>
        {t("archives.load_failed_text")}
      </LoadingStatePanel>
    );
  }
  const state = query.data;
  if (isUploading) return <UploadProgress state={state} />;
  if (state.status === "waiting" || state.status === "running")
    return <ImportProgress state={state} />;
  return (
    <>
      {state.status === "uploading" && <InterruptedUpload state={state} />}
      <ImportReport state={state} broughtLink={broughtLink} />
      <TextList>
        {[
          t("archives.import_brings"),
          t("archives.import_leaves"),
          t("archives.import_shown"),
          t("archives.import_again", { size: maxMegabytes }),
        ]}
      </TextList>
      <ArchiveInput error={upload.error} onChoose={upload.mutate} />
    </>
  );
}

interface ArchiveInputProps {
  /** Why the last upload failed. */
  error: Error | null;
  onChoose: (file: File) => void;
}

/** A button that opens the file dialog, and calls `onChoose` with the chosen file after a confirmation. */
function ArchiveInput({ error, onChoose }: ArchiveInputProps) {
  const { t } = useTexts();
  const [refusal, setRefusal] = useState<string>();
  const [chosen, setChosen] = useState<File>();
  const [isConfirming, setIsConfirming] = useState(false);

  function choose(file: File | undefined) {
    if (!file) return;
    if (file.size > maxImportBytes) {
      setRefusal(t("archives.file_too_large", { size: maxMegabytes }));
      return;
    }
    setRefusal(undefined);
    setChosen(file);
    setIsConfirming(true);
  }
  const message = refusal ?? (error && describeFailure(error, t("archives.upload_failed")));
  return (
    <div className="grid grid-cols-1 gap-2">
      <label
        className={buildButtonClass({
          variant: "primary",
          className:
            "relative max-w-full cursor-pointer justify-self-start has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
        })}
      >
        <FolderUp size={18} aria-hidden="true" />
        {t("archives.choose_file")}
        <input
          type="file"
          accept=".zip,application/zip"
          className="absolute inset-0 -z-10 opacity-0"
          aria-invalid={Boolean(message)}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // Without this reset, choosing the same file again would cause no event.
            target.value = "";
          }}
        />
      </label>
      {message && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {message}
        </p>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("archives.import_confirm_title")}
        confirmLabel={t("archives.import_confirm")}
        processingLabel={t("archives.import_confirm")}
        cancelLabel={t("common.cancel")}
        onConfirm={() => chosen && onChoose(chosen)}
      >
        {t("archives.import_confirm_text", { file: chosen?.name ?? "" })}
      </ConfirmDialog>
    </div>
  );
}

/** Returns how much of the file the server has received. */
function computePercent({ received_parts, bytes }: ArchiveImport): number {
  if (bytes === 0) return 0;
  return Math.min(100, Math.floor((received_parts * importPartBytes * 100) / bytes));
}

function UploadProgress({ state }: { state: ArchiveImport }) {
  const { t } = useTexts();
  const percent = state.status === "uploading" ? computePercent(state) : 0;
  return (
    <>
      <ProgressBar
        label={t("archives.import_title")}
        text={t("archives.uploading", { percent })}
        progress={percent}
        total={100}
      />
      <p className="text-sm text-ink-2">{t("archives.uploading_text")}</p>
      <RemoveButton label={t("archives.stop")} />
    </>
  );
}

function InterruptedUpload({ state }: { state: ArchiveImport }) {
  const { t } = useTexts();
  return (
    <Callout
      tone="warn"
      title={t("archives.interrupted", { percent: computePercent(state) })}
      action={<RemoveButton label={t("archives.discard")} />}
    >
      {t("archives.interrupted_text")}
    </Callout>
  );
}

function ImportProgress({ state: { status, progress, total } }: { state: ArchiveImport }) {
  const { t } = useTexts();
  // An import that has begun may wait for others in between.
  const isQueued = status === "waiting" && progress === 0;
  const text = isQueued ? t("archives.waiting") : t("archives.importing", { progress, total });
  return (
    <>
      <ProgressBar
        label={t("archives.import_title")}
        text={text}
        progress={progress}
        total={total}
      />
      <p className="text-sm text-ink-2">{t("archives.running_text")}</p>
      <RemoveButton label={t("archives.stop")} />
    </>
  );
}

function RemoveButton({ label }: { label: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { remove } = useImportActions();
  return (
    <Button
      variant="text"
      alignsText
      className="justify-self-start"
      isPending={remove.isPending}
      onClick={() =>
        remove.mutate(undefined, {
          onSuccess: () => toasts.showToast(t("archives.import_stopped"), { type: "success" }),
          onError: (error) =>
            toasts.showToast(describeFailure(error, t("archives.failed")), { type: "error" }),
        })
      }
    >
      {label}
    </Button>
  );
}
