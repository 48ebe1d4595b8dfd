import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buildAdMarkup } from "@toibako/contract/ads/frame.ts";
import {
  type AdSlot,
  type AdTagType,
  adSlots,
  adTagTypes,
  houseAdSlots,
  isNativeAdSlot,
} from "@toibako/contract/ads/slots.ts";
import { adTagLimits, type ListedAdTag } from "@toibako/contract/staff/contents/ad-tags.ts";
import { useState } from "react";
import { AdFrame } from "#features/ads/components/ad-frame.tsx";
import { buildPreviewUrl } from "#features/ads/queries.ts";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { ContentList } from "#features/staff/components/contents/content-list.tsx";
import {
  editedAdTagQuery,
  editedAdTagsQuery,
  refreshAdTags,
  saveAdTagOf,
  toStoredTag,
} from "#features/staff/queries/ad-tags.ts";
import {
  type ContentField,
  type ContentValues,
  readNumber,
} from "#features/staff/queries/content-values.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { useSite } from "#lib/page/use-site.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { FormLoading } from "./content-parts.tsx";

const kind = "ad_tags";

/** The ad slots. */
export function AdTagList() {
  const { t, locale } = useTexts();
  const query = useQuery(editedAdTagsQuery());
  if (!query.data)
    return <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />;
  const { ad_tags } = query.data;
  return (
    <ContentList
      contents={adSlots.map((slot) => ({
        key: slot,
        title: t(`staff_ads.slot_${slot}`),
        details: describeTag(
          t,
          slot,
          ad_tags.find((tag) => tag.slot === slot),
        ),
        link: <Link to="/$locale/adm/contents/$kind/$id" params={{ locale, kind, id: slot }} />,
      }))}
    />
  );
}

function describeTag(t: Translate, slot: AdSlot, tag: ListedAdTag | undefined): string {
  if (houseAdSlots.includes(slot)) return t("staff_ads.house_only");
  if (tag?.tag_type === "none") return t("staff_ads.type_none");
  if (!tag || !(tag.has_body || tag.has_native_ids)) return t("staff_ads.no_tag");
  const { tag_type, width, height } = tag;
  return t("staff_ads.tag_of", { type: t(`staff_ads.type_${tag_type}`), width, height });
}

/** The form of the tag of a slot; `id` is the slot. */
export function AdTagEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const slot = adSlots.find((known) => known === id);
  return slot ? <TagForm slot={slot} /> : <p>{t("staff_contents.load_failed")}</p>;
}

function TagForm({ slot }: { slot: AdSlot }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedAdTagQuery(slot));
  if (!query.data) return <FormLoading query={query} />;
  return (
    <>
      <h3 className="font-bold">{t(`staff_ads.slot_${slot}`)}</h3>
      {houseAdSlots.includes(slot) && <Callout>{t("staff_ads.house_only_text")}</Callout>}
      <Callout tone="warn">{t("staff_ads.rules")}</Callout>
      <ContentEditor
        draftKey={`ad-tag:${slot}`}
        fields={[...listFields(t), ...(isNativeAdSlot(slot) ? listNativeFields(t) : [])]}
        stored={toStoredTag(query.data.ad_tag)}
        save={(version, values) => saveAdTagOf(slot, version, values)}
        refresh={() => refreshAdTags(client)}
        renderPreview={(values) => <TagPreview values={values} />}
      />
    </>
  );
}

const listFields = (t: Translate): ContentField[] => [
  {
    name: "tag_type",
    kind: "choice",
    label: t("staff_ads.type"),
    choices: adTagTypes.map((type) => ({ value: type, label: t(`staff_ads.type_${type}`) })),
  },
  { name: "id", kind: "text", label: t("staff_ads.id"), hint: t("staff_ads.id_hint") },
  {
    name: "width",
    kind: "number",
    label: t("staff_ads.width"),
    hint: t("staff_ads.size_hint", { max: adTagLimits.width }),
  },
  {
    name: "height",
    kind: "number",
    label: t("staff_ads.height"),
    hint: t("staff_ads.size_hint", { max: adTagLimits.height }),
  },
  { name: "body", kind: "lines", label: t("staff_ads.body"), hint: t("staff_ads.body_hint") },
];

const listNativeFields = (t: Translate): ContentField[] =>
  (["ios_group_id", "ios_unit_id", "android_group_id", "android_unit_id"] as const).map((name) => ({
    name,
    kind: "text",
    label: t(`staff_ads.${name}`),
    ...(name === "ios_group_id" && { hint: t("staff_ads.native_hint") }),
  }));

/** Runs the typed tag in a frame as on pages, when asked. */
function TagPreview({ values }: { values: ContentValues }) {
  const { t } = useTexts();
  const { ads_origin } = useSite();
  const [shown, setShown] = useState<ContentValues>();
  const [isUnfit, setIsUnfit] = useState(false);
  const [runs, setRuns] = useState(0);
  function run() {
    setIsUnfit(false);
    setShown(values);
    setRuns(runs + 1);
  }
  const { tag_type, id = "", body = "" } = shown ?? {};
  const type = adTagTypes.find((known): known is AdTagType => known === tag_type);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-ink-2">{t("staff_ads.preview_hint")}</p>
      <div>
        <Button variant="outline" onClick={run}>
          {t("staff_ads.preview")}
        </Button>
      </div>
      {shown && type && !isUnfit && (
        <div className="overflow-x-auto">
          <AdFrame
            key={runs}
            src={buildPreviewUrl(ads_origin)}
            width={readNumber(shown.width) || 0}
            height={readNumber(shown.height) || 0}
            markup={buildAdMarkup({ tag_type: type, id, body })}
            onUnfit={() => setIsUnfit(true)}
          />
        </div>
      )}
      <div role="status" className="empty:hidden">
        {isUnfit && <Callout tone="error">{t("staff_ads.unfit")}</Callout>}
      </div>
    </div>
  );
}
