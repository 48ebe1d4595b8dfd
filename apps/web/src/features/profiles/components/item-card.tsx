import { Link } from "@tanstack/react-router";
import type { Item } from "@toibako/contract/items.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { ReactNode } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { CommunityMark } from "#lib/page/community-mark.tsx";
import { getItemSearch } from "#lib/page/search.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import type { RenderedElement } from "#ui/render-as.ts";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { SensitiveNotice } from "./sensitive-notice.tsx";

interface ItemCardProps {
  item: Item;
  /** Buttons such as like and share. */
  actions: ReactNode;
  /** The heading level of the question. */
  heading?: 2 | 3;
}

/** An answered question in a list. The question links to its page; the answer is below it. */
export function ItemCard({ item, actions, heading = 3 }: ItemCardProps) {
  const { locale } = useTexts();
  const search = getItemSearch(item);
  const params = { locale, uuid: item.uuid_hash };
  return (
    <Card as="article" look="sheet" data-list-card="">
      <ItemLetter
        item={item}
        heading={heading}
        lines={8}
        render={<Link to="/$locale/q/$uuid" params={params} search={search} />}
      />
      <CardBody>
        <Community item={item} />
        <Answerer item={item} />
        {item.answer_body && (
          <FoldedText
            text={item.answer_body}
            lang={getLanguageTag(item.locale)}
            className="mt-0.5"
          />
        )}
        <div className="my-2 flex flex-wrap items-center gap-x-2">{actions}</div>
      </CardBody>
    </Card>
  );
}

/** An answered question on its own page, in the type of its card. Only a very long text is folded. */
export function ItemSheet({ item, actions }: Pick<ItemCardProps, "item" | "actions">) {
  return (
    <Card as="article" look="sheet">
      <ItemLetter item={item} heading={1} />
      <CardBody>
        <div data-part="face">
          <Community item={item} />
          <Answerer item={item} />
        </div>
        {item.answer_body && (
          <div data-part="words" className="mt-0.5">
            <FoldedText text={item.answer_body} lang={getLanguageTag(item.locale)} lines={40} />
          </div>
        )}
        <div data-part="actions" className="my-2 flex flex-wrap items-center gap-x-2">
          {actions}
        </div>
      </CardBody>
    </Card>
  );
}

interface ItemLetterProps {
  item: Item;
  heading: 1 | 2 | 3;
  lines?: number;
  render?: RenderedElement;
}

function ItemLetter({ item, ...letterProps }: ItemLetterProps) {
  const { t } = useTexts();
  const { stamp, options, milestone } = item;
  const lang = getLanguageTag(item.locale);
  const label = t(item.is_welcome ? "common.from_service" : "profiles.anonymous_label");
  const seal = milestone ? `${label} · ${t("profiles.milestone", { n: milestone })}` : label;
  if (item.is_withheld)
    return <SensitiveNotice theme={item.card_theme} heading={letterProps.heading} />;
  return (
    <Letter
      {...letterProps}
      id={item.answer_id}
      theme={item.card_theme}
      isWaxed
      number={milestone ?? undefined}
      seal={seal}
      text={item.is_deleted ? t("common.removed_question") : item.body}
      lang={item.is_deleted ? undefined : lang}
      picture={stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} />}
    >
      {letterProps.heading === 1 && (
        <p aria-hidden="true" className="text-xs text-ink-2-on-paper">
          {seal}
        </p>
      )}
      {options && (
        <OptionList
          options={options}
          label={t("common.options")}
          lang={lang}
          chosen={{ index: item.chosen_option, label: t("common.chosen") }}
        />
      )}
    </Letter>
  );
}

/** The community to which the question was sent; renders nothing for a question to an account. */
function Community({ item: { associated_community: community } }: { item: Item }) {
  if (!community) return null;
  return (
    <div className="mb-1 min-w-0">
      <CommunityMark community={community} />
    </div>
  );
}

/** Who answered, and when. */
function Answerer({ item }: { item: Item }) {
  const { locale } = useTexts();
  const { answered_user_account: account, answered_user_name, answered_user_icon } = item;
  return (
    <div className="flex min-h-11 items-center gap-3">
      <Link
        to="/$locale/$account"
        params={{ locale, account }}
        className="flex min-h-11 min-w-0 items-center gap-2.5 text-sm leading-snug font-bold"
      >
        <Avatar seed={account} src={answered_user_icon} />
        <span className="line-clamp-2">
          <bdi>{answered_user_name}</bdi>
        </span>
      </Link>
      <FormattedDate
        at={item.answered_at}
        form="age"
        text={item.relative_time}
        className="shrink-0 text-xs text-ink-2"
      />
    </div>
  );
}
