import { defaultTimeZones } from "@toibako/contract/dates.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  type Inquiry,
  type InquirySummary,
  type InquiryTopic,
  inquiriesPerPage,
  type listInquiries,
  preparedAnswers,
} from "@toibako/contract/staff/inquiries.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { translate } from "#platform/texts/texts.ts";

const summaryColumns = `
  inquiries.id, inquiries.topic, inquiries.locale, inquiries.made_at, inquiries.is_open, inquiries.closed_at,
  inquiries.answer is not null as "is_answered!", left(inquiries.body, 200) as "excerpt!",
  inquirer.account as account`;

/** Builds the statement of a page of inquiries. Each filter has a statement and an index of its own. */
const buildListSql = (condition: string, isAfter: string, order: string) => `
  with last as (select pk, closed_at from inquiries where id = :after?)
  select ${summaryColumns}
  from inquiries left join users inquirer on inquirer.pk = inquiries.user_pk
  where ${condition} and (:after?::text is null or ${isAfter})
  order by ${order} limit ${inquiriesPerPage + 1}`;

const isAfterOpen = "inquiries.pk > (select pk from last)";
const isAfterClosed = "(inquiries.closed_at, inquiries.pk) < (select closed_at, pk from last)";
const closedOrder = "inquiries.closed_at desc, inquiries.pk desc";

const selectOpen = statement(
  "staff.selectOpenInquiries",
  buildListSql("inquiries.is_open", isAfterOpen, "inquiries.pk"),
);
const selectOpenOfTopic = statement(
  "staff.selectOpenInquiriesOfTopic",
  buildListSql("inquiries.is_open and inquiries.topic = :topic", isAfterOpen, "inquiries.pk"),
);
const selectClosed = statement(
  "staff.selectClosedInquiries",
  buildListSql("not inquiries.is_open", isAfterClosed, closedOrder),
);
const selectClosedOfTopic = statement(
  "staff.selectClosedInquiriesOfTopic",
  buildListSql("not inquiries.is_open and inquiries.topic = :topic", isAfterClosed, closedOrder),
);

interface InquiryFilter {
  state: "open" | "closed" | undefined;
  topic: InquiryTopic | undefined;
  after: string | undefined;
}

/** Lists a page of inquiries, without the addresses to reply to. */
export async function listInquiriesOf(
  db: Db,
  { state = "open", topic, after = undefined }: InquiryFilter,
): Promise<Output<typeof listInquiries>> {
  const [select, selectOfTopic] =
    state === "open" ? [selectOpen, selectOpenOfTopic] : [selectClosed, selectClosedOfTopic];
  const parameters = { after: after ?? null };
  const rows = await (topic === undefined
    ? select(db, parameters)
    : selectOfTopic(db, { ...parameters, topic }));
  return {
    inquiries: rows.slice(0, inquiriesPerPage).map(toSummary),
    has_more: rows.length > inquiriesPerPage,
  };
}

const toSummary = (row: Row<"staff.selectOpenInquiries">): InquirySummary => ({
  id: row.id,
  topic: row.topic as InquiryTopic,
  locale: row.locale as Locale,
  account: row.account,
  made_at: row.made_at.toISOString(),
  is_open: row.is_open,
  closed_at: row.closed_at?.toISOString() ?? null,
  is_answered: row.is_answered,
  excerpt: row.excerpt,
});

const selectInquiry = statement(
  "staff.selectInquiry",
  `
  select ${summaryColumns}, inquiries.email, inquiries.body, inquiries.version, inquiries.answer,
    closer.account as closed_by
  from inquiries
  left join users inquirer on inquirer.pk = inquiries.user_pk
  left join users closer on closer.pk = inquiries.closed_by_pk
  where inquiries.id = :id`,
);

/** Finds an inquiry with all that staff need to answer it. */
export async function findInquiryToAnswer(
  { db, config }: Pick<Services, "db" | "config">,
  id: string,
): Promise<Inquiry | undefined> {
  const [row] = await selectInquiry(db, { id });
  if (!row) return undefined;
  const locale = row.locale as Locale;
  return {
    ...toSummary(row),
    email: row.email,
    body: row.body,
    version: row.version,
    answer: row.answer,
    closed_by: row.closed_by,
    prepared: preparedAnswers.map((name) => ({
      name,
      text: translate(locale, `inquiry_answer_${name}`, {
        url: `${config.public_url}/${locale}`,
      }),
    })),
    has_mail: canAnswer(config),
  };
}

/** Whether this site can send mails. */
export const canAnswer = ({ smtp_url }: Config): boolean => smtp_url !== undefined;

const selectAnswered = statement(
  "staff.selectAnsweredInquiry",
  `select email, body, locale, made_at, answer as "answer!" from inquiries where id = :id and answer is not null`,
);

/** Finds what the mail with an answer says. */
export async function findAnsweredInquiry(db: Db, id: string) {
  const [row] = await selectAnswered(db, { id });
  if (!row) return undefined;
  const locale = row.locale as Locale;
  return { ...row, locale, time_zone: defaultTimeZones[locale] };
}
