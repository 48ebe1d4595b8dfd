import type { HeldData } from "@toibako/contract/privacy.ts";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { RenderChunk } from "#lib/i18n/rich-text.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { TextList } from "#ui/surfaces/text-list.tsx";

interface RetentionTimesProps {
  holder: HeldData["holder"];
  /** Renders the link to the settings with which an account is left or deleted. */
  renderLink: RenderChunk;
}

/** Says how long data is held. */
export function RetentionTimes({ holder, renderLink }: RetentionTimesProps) {
  const { t } = useTexts();
  return (
    <TextList>
      {[
        ...(holder === "nobody" ? [] : [t("privacy.how_long_each")]),
        t("privacy.how_long_texts"),
        ...(holder === "account"
          ? [t.rich("privacy.how_long_account", {}, { link: renderLink })]
          : []),
      ]}
    </TextList>
  );
}

/** Lists what no page shows, such as who asked a question. */
export function HiddenFacts() {
  const { t } = useTexts();
  return (
    <TextList>
      {[
        t("privacy.hidden_sender"),
        t("privacy.hidden_same"),
        t("privacy.hidden_time"),
        t("privacy.hidden_plain"),
      ]}
    </TextList>
  );
}

/** Lists what the site can't promise, such as that nobody recognises a sender by their style. */
export function Risks() {
  const { t } = useTexts();
  return (
    <TextList>
      {[
        t("privacy.risks_watching"),
        t("privacy.risks_style"),
        t("privacy.risks_reports"),
        t("privacy.risks_key"),
        t("privacy.risks_backups"),
      ]}
    </TextList>
  );
}

/** Text keys, and the files of the repository that prove the promises. A test checks that these exist. */
export const evidence = [
  ["privacy.evidence_security", "docs/security.md"],
  ["privacy.evidence_decision", "docs/decisions/0014-what-forgetting-a-visitor-means.md"],
  ["privacy.evidence_numbers", "apps/server/src/features/privacy/held-data.test.ts"],
  ["privacy.evidence_forgetting", "apps/server/src/features/privacy/forgetting.test.ts"],
] as const;

/** Links to the evidence in the source code, which the operator publishes at `sourceUrl`. */
export function Evidence({ sourceUrl }: { sourceUrl: string }) {
  const { t } = useTexts();
  return (
    <>
      <p>{t("privacy.evidence_text")}</p>
      <ul className="grid list-none gap-1">
        {evidence.map(([key, path]) => (
          <li key={path} className="py-1.5">
            <EvidenceLink url={`${sourceUrl}/${path}`}>{t(key)}</EvidenceLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function EvidenceLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a
      href={url}
      rel="noreferrer"
      className="font-semibold text-brand underline underline-offset-4"
    >
      {children}
      <ExternalLink size={16} aria-hidden="true" className="ml-1.5 inline align-[-2px]" />
    </a>
  );
}
