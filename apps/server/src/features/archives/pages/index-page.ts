import { escapeMarkup } from "#platform/markup.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { type RecordCounts, type RecordKind, recordKinds } from "../policy/records.ts";
import {
  type PageReader,
  renderDay,
  renderDocument,
  renderNumber,
  renderText,
} from "./document.ts";
import { formatFileName, kindTexts } from "./record-pages.ts";

interface ShownAccount {
  profile: { account: string; displaying_name: string; self_introduction: string };
  own_words: readonly string[];
  communities: readonly string[];
}

interface IndexPage {
  account: ShownAccount;
  picture_path: string;
  counts: RecordCounts;
  made_on: Date;
  reader: PageReader;
}

/** Returns the first page of an archive. */
export function renderIndex({ account, picture_path, counts, made_on, reader }: IndexPage): string {
  const { profile, own_words, communities } = account;
  const title = translate(reader.locale, "archive_title", { account: profile.account });
  const lists = recordKinds.map((kind) => renderContents(reader, kind, counts)).join("");
  const details: [label: TextKey, values: readonly string[]][] = [
    ["archive_introduction", [profile.self_introduction]],
    ["archive_communities", communities],
    ["archive_own_words", own_words],
  ];
  const filledDetails = details.filter(([, values]) => values.some((value) => value !== ""));
  const detailsList = filledDetails
    .map(
      ([key, values]) =>
        `<div><dt>${renderText(reader, key)}</dt><dd>${values.map(escapeMarkup).join("\n")}</dd></div>`,
    )
    .join("");
  return renderDocument(reader, {
    title,
    folder: "",
    body: `<header>
<div class="profile"><img src="${picture_path}" alt=""><div><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(profile.displaying_name)}</p></div></div>
<p>${renderText(reader, "archive_lead")}<br><span class="quiet">${renderText(reader, "archive_made_on")}${renderDay(reader, made_on)}</span></p>
<p class="quiet">${renderText(reader, "archive_privacy")}</p>
</header>
<main>
<section class="card"><h2>${renderText(reader, "archive_contents")}</h2><ul class="contents">${lists}</ul></section>
<section class="card"><h2>${renderText(reader, "archive_profile")}</h2>${detailsList ? `<dl>${detailsList}</dl>` : ""}<p><a href="data/account.json">${renderText(reader, "archive_data")}</a></p></section>
</main>`,
  });
}

function renderContents(reader: PageReader, kind: RecordKind, counts: RecordCounts): string {
  const { records, files } = counts[kind];
  const name = `<span>${renderText(reader, kindTexts[kind])}</span><span>${renderNumber(reader, records)}</span>`;
  const links = Array.from({ length: files }, (_, index) => {
    const label =
      files === 1 ? renderText(reader, "archive_open") : renderNumber(reader, index + 1);
    return `<a href="pages/${formatFileName(kind, index + 1)}.html">${label}</a>`;
  });
  return `<li>${name}${links.length > 0 ? `<span class="pages">${links.join("")}</span>` : ""}</li>`;
}
