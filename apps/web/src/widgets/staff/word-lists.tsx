import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { localeNames } from "@toibako/contract/locales.ts";
import {
  type WordPreview,
  wordListLimits,
  wordPreviewLimits,
} from "@toibako/contract/staff/contents/word-lists.ts";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { ContentList } from "#features/staff/components/contents/content-list.tsx";
import { Rows } from "#features/staff/components/rows.tsx";
import {
  refreshWordLists,
  saveWordListOf,
  toStoredList,
  useWordPreview,
  type WordListAddress,
  wordListQuery,
  wordListsQuery,
} from "#features/staff/queries/word-lists.ts";
import { getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import { FormLoading } from "./content-parts.tsx";
import { Facts } from "./list-parts.tsx";

const kind = "word_lists";

/** The site's lists in each language. */
export function WordListList() {
  const { t, locale } = useTexts();
  const query = useQuery(wordListsQuery());
  if (!query.data)
    return <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />;
  return (
    <ContentList
      contents={query.data.word_lists.map((listed) => {
        const id = `${listed.list}_${listed.locale}`;
        return {
          key: id,
          title: t(`staff_texts.list_${listed.list}`, { language: localeNames[listed.locale] }),
          details: t("staff_texts.entries", { n: listed.entries_count }),
          link: <Link to="/$locale/adm/contents/$kind/$id" params={{ locale, kind, id }} />,
        };
      })}
    />
  );
}

/** Reads the id of a list in an address, such as `messages_ja`. */
function readId(id: string): WordListAddress {
  const [list = "", locale = ""] = id.split("_");
  return { list, locale };
}

/** The form of what staff add to a list in one language. */
export function WordListEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const address = readId(id);
  const query = useQuery(wordListQuery(address));
  if (!query.data) {
    return <FormLoading query={query} />;
  }
  const { word_list } = query.data;
  return (
    <>
      <p className="text-ink-2">{t(`staff_texts.about_${word_list.list}`)}</p>
      <Disclosure title={t("staff_texts.syntax")}>
        <Facts
          facts={[
            ["word", t("staff_texts.syntax_word")],
            ["word*, *word", t("staff_texts.syntax_star")],
            ["!word", t("staff_texts.syntax_harmless")],
            ["-word", t("staff_texts.syntax_minus")],
            ["-*", t("staff_texts.syntax_minus_all")],
            ["# word", t("staff_texts.syntax_comment")],
          ]}
        />
      </Disclosure>
      <Disclosure title={t("staff_texts.earlier_lines")}>
        <ul className="columns-[9rem] list-none text-sm wrap-anywhere">
          {word_list.earlier_lines.split("\n").map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places, and some are equal
            <li key={index} className="break-inside-avoid">
              {line}
            </li>
          ))}
        </ul>
      </Disclosure>
      <ContentEditor
        draftKey={`word-list:${id}`}
        fields={[
          {
            name: "lines",
            kind: "lines",
            label: t(`staff_texts.list_${word_list.list}`, {
              language: localeNames[word_list.locale],
            }),
            hint: t("staff_texts.lines_hint"),
            limit: wordListLimits.characters,
          },
        ]}
        stored={toStoredList(word_list)}
        save={(version, values) => saveWordListOf(address, version, values)}
        refresh={() => refreshWordLists(client)}
        renderPreview={({ lines = "" }) => <WordListPreview address={address} lines={lines} />}
      />
    </>
  );
}

interface WordListPreviewProps {
  address: WordListAddress;
  lines: string;
}

/** Which public texts of the last days the typed lines would find. */
function WordListPreview({ address, lines }: WordListPreviewProps) {
  const { t } = useTexts();
  const preview = useWordPreview(address);
  const isCurrent = preview.variables === lines;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-ink-2">
        {t("staff_texts.preview_hint", { days: wordPreviewLimits.days })}
      </p>
      <div>
        <Button
          variant="outline"
          isPending={preview.isPending}
          onClick={() => preview.mutate(lines)}
        >
          {t("staff_texts.compare")}
        </Button>
      </div>
      {isCurrent && preview.isError && (
        <Callout tone="error">{getErrorTexts(preview.error, t("staff.failed")).join(" ")}</Callout>
      )}
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {isCurrent && preview.data && <Comparison result={preview.data} />}
      </div>
    </div>
  );
}

function Comparison({ result }: { result: WordPreview }) {
  const { t } = useTexts();
  return (
    <>
      <p>{t("staff_texts.found", { n: result.found_count, compared: result.compared_count })}</p>
      <p>{t("staff_texts.lost", { n: result.lost_count })}</p>
      {result.found.length > 0 && (
        <Disclosure title={t("staff_texts.show_found", { n: result.found.length })}>
          <Rows>
            {result.found.map(({ kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes, and texts may be equal
              <li key={index} className="grid gap-1 px-5 py-3">
                <span className="text-xs text-ink-2">{t(`staff.kind_${kind}`)}</span>
                <span dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
                  {text}
                </span>
              </li>
            ))}
          </Rows>
        </Disclosure>
      )}
    </>
  );
}
