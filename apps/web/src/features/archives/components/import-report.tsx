import {
  type ArchiveImport,
  type ArchiveImportFailure,
  maxBroughtAnswers,
} from "@toibako/contract/archives/import.ts";
import { type TextKey, useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";

/** The text for each reason why an import fails. */
const failureTexts = {
  not_zip: "archives.failure_not_zip",
  foreign: "archives.failure_foreign",
  version: "archives.failure_version",
  unsafe: "archives.failure_unsafe",
  damaged: "archives.failure_damaged",
  lost: "archives.failure_lost",
} as const satisfies Record<ArchiveImportFailure, TextKey>;

interface ImportReportProps {
  state: ArchiveImport;
  broughtLink: RenderedElement;
}

/** Says what a finished import imported and left out, or why it failed. */
export function ImportReport({ state, broughtLink }: ImportReportProps) {
  const { t } = useTexts();
  const { status, failure, brought_count, known_count } = state;
  const lines = useReportLines(state);
  const link =
    brought_count + known_count > 0 &&
    renderAs(broughtLink, {
      className: buildButtonClass({ variant: "outline", size: "sm", className: "mt-3" }),
      children: t("archives.open_brought"),
    });
  if (status === "failed") {
    return (
      <Callout tone="error" title={t("archives.import_failed")}>
        <p>{t(failureTexts[failure ?? "lost"])}</p>
        {brought_count > 0 && <p>{t("archives.import_kept", { n: brought_count })}</p>}
        {link}
      </Callout>
    );
  }
  if (status !== "done") return null;
  return (
    <Callout tone="ok" title={t("archives.import_done")}>
      <ul className="grid list-none gap-0.5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {link}
    </Callout>
  );
}

/** The lines of the report: the number of new answers, and each other number that isn't 0. */
function useReportLines(state: ArchiveImport): string[] {
  const { t } = useTexts();
  const { brought_count, known_count, malformed_count, refused_count } = state;
  const { surplus_count, words_count, has_brought_introduction, has_brought_picture } = state;
  const lines = [
    t("archives.brought_count", { n: brought_count }),
    known_count > 0 && t("archives.known_count", { n: known_count }),
    malformed_count > 0 && t("archives.malformed_count", { n: malformed_count }),
    refused_count > 0 && t("archives.refused_count", { n: refused_count }),
    surplus_count > 0 && t("archives.surplus_count", { n: surplus_count, max: maxBroughtAnswers }),
    words_count > 0 && t("archives.words_count", { n: words_count }),
    has_brought_introduction && t("archives.has_introduction"),
    has_brought_picture && t("archives.has_picture"),
  ];
  return lines.filter((line) => line !== false);
}
