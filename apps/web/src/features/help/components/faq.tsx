import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { splitByHeading } from "#lib/i18n/headings.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import { Prose } from "./prose.tsx";

/**
 * Frequently asked questions in groups, with a search. In `text`, `##` begins a group and `###` a question.
 * The answers are folded unless they are search results.
 */
export function Faq({ text }: { text: string }) {
  const { t } = useTexts();
  const [search, setSearch] = useState("");
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean);
  const groups = splitByHeading(text, "##").map(({ title, text }) => ({
    title,
    entries: splitByHeading(text, "###").filter((entry) =>
      containsAll(entry.title + entry.text, words),
    ),
  }));
  const isSearching = words.length > 0;
  const hasResults = groups.some(({ entries }) => entries.length > 0);
  return (
    <div className="grid gap-6">
      <search>
        <Field label={t("help.search")} isLabelHidden>
          <Input
            type="search"
            before={<Search size={20} aria-hidden="true" />}
            placeholder={t("help.search")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
      </search>
      <div>
        <div className="grid gap-8">
          {groups.map(
            ({ title, entries }) =>
              entries.length > 0 && (
                <FoldedGroup key={title} title={title}>
                  {entries.map(({ title, text }) => (
                    // The key changes when a search begins or ends. A new element is unfolded or folded
                    // again, whatever the reader did with the previous one.
                    <Disclosure
                      key={`${title}${isSearching}`}
                      look="row"
                      title={title}
                      open={isSearching}
                    >
                      <Prose text={text} />
                    </Disclosure>
                  ))}
                </FoldedGroup>
              ),
          )}
        </div>
        <div role="status">
          {!hasResults && (
            <EmptyState title={t("help.not_found_title")} drawing={<NotFoundDrawing />}>
              {t("help.not_found_text")}
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  );
}

/** Folded entries under a heading. */
export function FoldedGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-lg">{title}</h2>
      <div className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-e2">
        {children}
      </div>
    </section>
  );
}

function containsAll(text: string, words: string[]): boolean {
  const normalizedText = normalizeForSearch(text);
  return words.every((word) => normalizedText.includes(word));
}

/** Removes differences of case, and of half-width and full-width characters. */
function normalizeForSearch(text: string): string {
  return normalizeUnicode(text, "NFKC").toLowerCase();
}
