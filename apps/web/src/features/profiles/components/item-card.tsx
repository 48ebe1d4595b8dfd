import { Link } from "@tanstack/react-router";
import type { Item } from "@toibako/contract/items.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { Answerer } from "./answerer.tsx";
import { Fold } from "./fold.tsx";
import { SensitiveNotice } from "./sensitive-notice.tsx";

interface ItemCardProps {
  item: Item;
  /** Like, share and what else can be done with the answer. */
  actions: ReactNode;
  /** Level of the question's heading. */
  heading?: 2 | 3;
}

/** An answered question: the letter, and below it the answer. */
export function ItemCard({ item, actions, heading = 3 }: ItemCardProps) {
  const { t, locale } = useTexts();
  const lang = getLanguageTag(item.locale);
  const search: { type?: "choose" } = item.type === "choose" ? { type: item.type } : {};
  const params = { locale, uuid: item.uuid_hash };
  return (
    <Card as="article" look="sheet">
      {item.is_withheld ? (
        <SensitiveNotice heading={heading} />
      ) : (
        <Letter
          seal={t("profiles.anonymous_label")}
          text={item.body}
          lang={lang}
          heading={heading}
          lines={8}
          render={<Link to="/$locale/q/$uuid" params={params} search={search} />}
          picture={
            item.stamp && <StampPicture {...item.stamp.stamp_image} alt={t("common.stamp")} />
          }
        >
          {item.options && (
            <OptionList
              options={item.options}
              label={t("common.options")}
              lang={lang}
              chosen={{ index: item.chosen_option, label: t("common.chosen") }}
            />
          )}
        </Letter>
      )}
      <CardBody>
        <Answerer item={item} />
        {item.answer_body && <Fold text={item.answer_body} lang={lang} className="mt-0.5" />}
        <div className="my-2 flex flex-wrap items-center gap-x-2">{actions}</div>
      </CardBody>
    </Card>
  );
}
