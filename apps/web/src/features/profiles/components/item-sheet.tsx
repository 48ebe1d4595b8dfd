import type { Item } from "@toibako/contract/items.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { Answerer } from "./answerer.tsx";
import { SensitiveNotice } from "./sensitive-notice.tsx";

interface ItemSheetProps {
  item: Item;
  actions: ReactNode;
}

/** An answered question on a page of its own: large, and whole. */
export function ItemSheet({ item, actions }: ItemSheetProps) {
  const { t } = useTexts();
  const lang = getLanguageTag(item.locale);
  return (
    <Card as="article" look="sheet">
      {item.is_withheld ? (
        <SensitiveNotice heading={1} />
      ) : (
        <Letter
          seal={t("profiles.anonymous_label")}
          text={item.body}
          lang={lang}
          heading={1}
          size="lg"
          className="rounded-xl"
          picture={
            item.stamp && (
              <StampPicture {...item.stamp.stamp_image} alt={t("common.stamp")} size="lg" />
            )
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
        {item.answer_body && (
          <p lang={lang} className="mt-1 text-lg leading-[1.8] whitespace-pre-line">
            {item.answer_body}
          </p>
        )}
        <div className="my-2 flex flex-wrap items-center gap-x-2">{actions}</div>
      </CardBody>
    </Card>
  );
}
