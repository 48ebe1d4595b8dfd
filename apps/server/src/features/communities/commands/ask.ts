import type { HeldRule } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { textLimits } from "@toibako/contract/text.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { type FilterSources, findSiteRule } from "../../filters/filter.ts";
import { isStoppedSql, listStopTags } from "../../moderation/policy.ts";
import {
  claimedTagSql,
  claimResultSql,
  keyDuration,
  type OfferedTags,
  storeInTurn,
  storeWithNextTag,
} from "../../questions/commands/claim-tag.ts";
import { sealSender } from "../../questions/queries/sender.ts";
import { buildTextSql, openCaseSql } from "../../staff/commands/open-case.ts";
import { listCommunityPages } from "../queries/associated.ts";
import { findCommunityKey } from "../queries/communities.ts";
import { buildListQuestionsSql } from "./listing.ts";

// Stores the sender only sealed or hashed, like senders of questions to accounts. Stores no pseudonym: blocks
// don't need one here, and it would link all questions of one sender to a community. A held question is in no
// list of the community, only in its sender's own, until staff let it through. A question of a sender whom staff have
// stopped is held as well, and never shown to staff.
const insertQuestion = statement(
  "communities.insertQuestion",
  `
  with ${claimedTagSql}, new_question as (
    insert into questions (pk, uuid_hash, community_pk, type, body, locale, asked_hour, status, held_by)
    overriding system value
    select question_pk, :uuid_hash, :community_pk, 'text', :body, :locale, :asked_hour,
      case when :held_by?::jsonb is not null or stop.is_stopped then 'held' else 'shown' end,
      case when not stop.is_stopped then :held_by?::jsonb end
    from claimed_tag, (select ${isStoppedSql} as is_stopped) stop
    on conflict (uuid_hash) do nothing
    returning pk, uuid_hash, community_pk, locale, body, asked_hour, status, held_by
  ), new_sealed_sender as (
    insert into sealed_senders (question_pk, sender, address, sealed_on)
    select pk, :sender, :address?, current_date from new_question
  ), ${openCaseSql("new_question where held_by is not null", {
    kind: "'held_question'",
    object: "uuid_hash",
    subject_pk: "null::bigint",
    reporter_pk: "null::bigint",
    reason: "null::text",
    note: "held_by ->> 'word'",
    locale: "locale",
    texts: `jsonb_build_array(${buildTextSql("question", "body")})`,
    reported_hour: "asked_hour",
  })}, ${buildListQuestionsSql("new_question where status = 'shown'")}
  select exists (select from new_question) as "is_new!",
    exists (
      select 1 from questions
      where uuid_hash = :uuid_hash
        and asked_hour >= :asked_hour::timestamptz - interval '${keyDuration}'
        and (receiver_pk is not null or community_pk <> :community_pk or body <> :body)
    ) as "is_key_reused!",
    ${claimResultSql}`,
);

interface CommunityQuestionRequest {
  uuid_hash: string;
  community_id: string;
  category_id: string;
  body: string;
  /** The language of the page on which the question is asked. The question is listed in this language. */
  locale: Locale;
  sender: SignedIn;
  /** The sender's IP address, which is stored sealed. */
  address: string;
}

type AskServices = Pick<Services, "db" | "secrets" | "sent_counts" | "bus">;

/**
 * Asks a community. A question with a word of the site's word lists is held: only its sender sees it, who gets the
 * same reply as for other questions, and staff, who decide about it.
 */
export async function askCommunity(
  services: AskServices,
  filter: FilterSources,
  request: CommunityQuestionRequest,
): Promise<void> {
  const body = requireText("body", request.body, textLimits.question);
  const community = await findCommunityKey(services.db, request);
  if (!community) throw new Failure("not_found");
  const held_by = findSiteRule(body, request.locale, await filter.readWordLists());
  await storeInTurn(services, request.sender, async () => {
    const question = { ...request, body };
    const asked = await storeWithNextTag(
      services.db,
      services,
      request.sender.identity,
      (tags: OfferedTags) =>
        storeQuestion(services.db, services, community.pk, question, held_by, tags),
    );
    if (asked.is_key_reused) throw new Failure("key_reused");
  });
  services.bus.publish("pages", { paths: listCommunityPages(community) });
}

async function storeQuestion(
  db: Db,
  { secrets }: AskServices,
  community_pk: number,
  { uuid_hash, body, locale, sender, address }: CommunityQuestionRequest,
  held_by: HeldRule | undefined,
  { tags, later_tags }: OfferedTags,
) {
  const { identity, user } = sender;
  const [asked] = await insertQuestion(db, {
    uuid_hash,
    community_pk,
    body,
    locale,
    asked_hour: floorToHour(new Date()),
    held_by: held_by ? JSON.stringify(held_by) : null,
    tags,
    later_tags,
    stop_tags: listStopTags(secrets, [identity, ...sender.adopted_identities]),
    ...sealSender(secrets, uuid_hash, { identity, user_pk: user.pk, address }),
  });
  if (!asked) throw new Failure("unexpected");
  return asked;
}
