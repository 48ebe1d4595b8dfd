import { Link } from "@tanstack/react-router";
import { adSlots } from "@toibako/contract/ads/slots.ts";
import { isLocale, localeNames } from "@toibako/contract/locales.ts";
import { navigationBadges } from "@toibako/contract/notices.ts";
import { auditObjects, type AuditObject as Kind } from "@toibako/contract/staff/audit.ts";
import type { ContentKind } from "@toibako/contract/staff/contents/kinds.ts";
import { wordListKinds } from "@toibako/contract/staff/contents/word-lists.ts";
import { accountSearches } from "@toibako/contract/staff/people.ts";
import type { AuditEntry } from "@toibako/contract/staff/roles.ts";
import type { ReactNode } from "react";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { shortenId } from "./audit-words.ts";
import { placeTexts } from "./badges.tsx";
import { textLinkClass } from "./list-parts.tsx";
import { findPageTitle } from "./site-pages.tsx";

/** Splits what was acted on into its kind and its id; undefined for what an earlier release has written. */
function readObject(object: string): { kind: Kind; id: string } | undefined {
  // The longest, because some kinds begin like others.
  const kind = auditObjects
    .filter((known) => object.startsWith(`${known} `))
    .toSorted((one, other) => other.length - one.length)[0];
  return kind && { kind, id: object.slice(kind.length + 1) };
}

/** The contents that have a page of their own in the console. */
const contentKinds: Partial<Record<Kind, ContentKind>> = {
  "ad tag": "ad_tags",
  "community category": "categories",
  banner: "banners",
  community: "communities",
  "diagnosis game": "diagnosis",
  game: "games",
  page: "pages",
  "release note": "release_notes",
  room: "rooms",
  stamp: "stamps",
  "stamp group": "stamp_groups",
  "word list": "word_lists",
};

/** Names a content by its title if the log has one, else by its id. */
function nameContent(t: Translate, kind: Kind, id: string): string {
  const slot = adSlots.find((known) => known === id);
  if (kind === "ad tag" && slot) return t(`staff_ads.slot_${slot}`);
  if (kind === "page") return findPageTitle(t, id) ?? id;
  const [list, locale] = id.split(" ");
  const listKind = wordListKinds.find((known) => known === list);
  if (kind === "word list" && listKind && isLocale(locale))
    return t(`staff_texts.list_${listKind}`, { language: localeNames[locale] });
  return id.slice(0, 40);
}

/** Names what has no page in the console. */
function nameOther(t: Translate, kind: Kind, id: string): string {
  const search = accountSearches.find((known) => known === id);
  if (kind === "accounts by" && search) return t(`staff_people.by_${search}`);
  const badge = navigationBadges.find((known) => known === id);
  if (kind === "badge" && badge) return t(placeTexts[badge]);
  if (kind === "action") return t("staff_people.object_action", { id: shortenId(id) });
  if (kind === "seal") return t("staff_people.object_seal", { id: shortenId(id) });
  if (kind === "room question")
    return t("staff_people.object_room_question", { id: shortenId(id) });
  return id;
}

/** What was acted on, as a link if it has a page. */
export function AuditObject({ entry }: { entry: AuditEntry }) {
  const { t, locale } = useTexts();
  const found = readObject(entry.object);
  if (!found) return <Unlinked>{entry.object}</Unlinked>;
  const { kind, id } = found;
  if (kind === "account") {
    const account = entry.object_account;
    if (account === null) return <span>{t("staff_people.gone")}</span>;
    return (
      <Link
        to="/$locale/adm/people/$account"
        params={{ locale, account }}
        className={textLinkClass}
      >
        <bdi translate="no">@{account}</bdi>
      </Link>
    );
  }
  if (kind === "case")
    return (
      <Link to="/$locale/adm/cases/$id" params={{ locale, id }} className={textLinkClass}>
        {t("staff_people.object_case", { id: shortenId(id) })}
      </Link>
    );
  if (kind === "inquiry")
    return (
      <Link to="/$locale/adm/inquiries/$id" params={{ locale, id }} className={textLinkClass}>
        {t("staff_people.object_inquiry", { id: shortenId(id) })}
      </Link>
    );
  const contentKind = contentKinds[kind];
  if (contentKind === undefined) return <Unlinked>{nameOther(t, kind, id)}</Unlinked>;
  return (
    <Link
      to="/$locale/adm/contents/$kind/$id"
      // The address of a word list has another sign between its two parts.
      params={{ locale, kind: contentKind, id: id.replace(" ", "_") }}
      className={textLinkClass}
    >
      {nameContent(t, kind, id)}
    </Link>
  );
}

function Unlinked({ children }: { children: ReactNode }) {
  return <span className="text-sm text-ink-2 wrap-anywhere">{children}</span>;
}
