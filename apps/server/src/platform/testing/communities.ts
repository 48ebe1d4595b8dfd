import { type Locale, locales, mapLocales } from "@toibako/contract/locales.ts";
import type { Services } from "#platform/services.ts";
import { createPublicId } from "../identity/secrets.ts";

type DatabaseServices = Pick<Services, "database">;

/** Stores a community "<id>" of the category "testing", with its id as name in every language. */
export async function storeCommunity({ database }: DatabaseServices, id: string): Promise<void> {
  const texts = JSON.stringify(mapLocales(() => id));
  await database.executeSql(
    `insert into community_categories (id, position, names) values ('testing', 0, $1)
    on conflict do nothing`,
    [texts],
  );
  await database.executeSql(
    `with pictures as (
      insert into content_pictures (url, shape, stored_hour)
      values ('/icon.svg', 'icon', date_trunc('hour', now())), ('/banner.svg', 'community_banner', date_trunc('hour', now()))
      on conflict do nothing
    ), new_community as (
      insert into communities (id, category_id, position, card_theme, icon_uri, main_image_uri, names,
        descriptions, rules, search_text, search_terms)
      values ($1, 'testing', 0, 'mint', '/icon.svg', '/banner.svg', $2::jsonb, $2::jsonb, $2::jsonb, '', '{}')
      returning pk
    )
    insert into community_languages (community_pk, locale)
    select pk, locale from new_community, unnest($3::text[]) as locale`,
    [id, texts, [...locales]],
  );
}

/** Makes an account a member of a community, at the first free of its three places. */
export async function storeMember({ database }: DatabaseServices, id: string, account: string) {
  await database.executeSql(
    `with member as (select pk from users where account = $2), new_membership as (
      insert into community_members (community_pk, user_pk, place)
      select c.pk, member.pk, (
          select min(place) from generate_series(1, 3) as place
          where place not in (select place from community_members where user_pk = member.pk)
        )
      from communities c, member where c.id = $1
    )
    update communities set members_count = members_count + 1 where id = $1`,
    [id, account],
  );
}

interface CommunityQuestion {
  body: string;
  locale?: Locale;
  featured_rank?: number | null;
  asked_days_ago?: number;
}

/** Stores a question that a community shows; returns its id. */
export async function storeCommunityQuestion(
  { database }: DatabaseServices,
  id: string,
  { body, locale = "ja", featured_rank = null, asked_days_ago = 0 }: CommunityQuestion,
): Promise<string> {
  const uuid_hash = createPublicId();
  await database.executeSql(
    `with question as (
      insert into questions (uuid_hash, community_pk, status, type, body, locale, asked_hour)
      select $1, pk, 'shown', 'text', $3, $4,
        date_trunc('hour', now() - make_interval(days => $6::int))
      from communities where id = $2
      returning pk, community_pk, locale, asked_hour
    ), counted_hour as (
      insert into community_hours (community_pk, locale, asked_hour, questions_count)
      select community_pk, locale, asked_hour, 1 from question
      on conflict (community_pk, locale, asked_hour)
        do update set questions_count = community_hours.questions_count + 1
    ), counted_language as (
      update community_languages language set questions_count = language.questions_count + 1 from question
      where language.community_pk = question.community_pk and language.locale = question.locale
    )
    insert into community_questions
      (question_pk, community_pk, locale, asked_hour, random_order, featured_rank)
    select pk, community_pk, locale, asked_hour, 0, $5::double precision from question`,
    [uuid_hash, id, body, locale, featured_rank, asked_days_ago],
  );
  return uuid_hash;
}

/** Stores an answer to a question of a community; returns its id. */
export async function storeCommunityAnswer(
  { database }: DatabaseServices,
  uuid_hash: string,
  account: string,
  text: string,
): Promise<string> {
  const answer_id = createPublicId();
  await database.executeSql(
    `with answer as (
      insert into answers (id, question_pk, answerer_pk, community_pk, text)
      select $1, q.pk, u.pk, q.community_pk, $4 from questions q, users u
      where q.uuid_hash = $2 and u.account = $3
      returning question_pk, answerer_pk
    ), counted_question as (
      update community_questions set answers_count = answers_count + 1
      where question_pk = (select question_pk from answer)
    )
    update users set answers_count = answers_count + 1
    where pk = (select answerer_pk from answer)`,
    [answer_id, uuid_hash, account, text],
  );
  return answer_id;
}
