import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { inquiryTopics } from "@toibako/contract/help.ts";
import { localeNames } from "@toibako/contract/locales.ts";
import type { InquirySummary } from "@toibako/contract/staff/inquiries.ts";
import { Rows, rowLinkClass } from "#features/staff/components/rows.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { type InquirySearch, inquiriesQuery } from "#features/staff/queries/inquiries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { Select } from "#ui/forms/select.tsx";
import { ListPages, RowShortcuts } from "./list-parts.tsx";
import { useRowKeys } from "./use-row-keys.ts";

/** The inbox of inquiries: the open ones, the oldest first, or the closed ones. */
export function InquiryInbox({ search }: { search: InquirySearch }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const query = useQuery(inquiriesQuery(search));
  const rows = useRowKeys();
  const { state, topic } = search;
  const show = (changed: InquirySearch) =>
    void navigate({
      to: "/$locale/adm/inquiries",
      params: { locale },
      search: { state, topic, ...changed },
    });
  const inquiries = query.data?.inquiries ?? [];
  const last = inquiries.at(-1);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{t("staff_inquiries.title")}</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Segmented
          label={t("staff.state")}
          options={[
            { value: "open", label: t("staff.open") },
            { value: "closed", label: t("staff_inquiries.closed") },
          ]}
          value={state ?? "open"}
          onChange={(chosen) => show({ state: chosen === "closed" ? chosen : undefined })}
        />
        <Select
          aria-label={t("help.topic")}
          value={topic ?? ""}
          onChange={({ target }) =>
            show({ topic: inquiryTopics.find((known) => known === target.value) })
          }
        >
          <option value="">{t("staff_inquiries.all_topics")}</option>
          {inquiryTopics.map((known) => (
            <option key={known} value={known}>
              {t(`help.topic_${known}`)}
            </option>
          ))}
        </Select>
      </div>
      {!query.data && (
        <LoadingState query={query} skeleton="row" title={t("staff_inquiries.inbox_failed")} />
      )}
      {query.data && inquiries.length === 0 && (
        <EmptyState
          drawing={<EmptyInboxDrawing />}
          title={t(
            state === "closed"
              ? "staff_inquiries.empty_closed_title"
              : "staff_inquiries.empty_title",
          )}
        >
          {state !== "closed" && t("staff_inquiries.empty_text")}
        </EmptyState>
      )}
      {inquiries.length > 0 && (
        <Rows ref={rows}>
          {inquiries.map((inquiry) => (
            <li key={inquiry.id}>
              <Link
                to="/$locale/adm/inquiries/$id"
                params={{ locale, id: inquiry.id }}
                data-row
                className={`grid gap-1 ${rowLinkClass}`}
              >
                <InquiryRow inquiry={inquiry} />
              </Link>
            </li>
          ))}
        </Rows>
      )}
      <ListPages
        first={
          search.after === undefined ? undefined : (
            <Link to="/$locale/adm/inquiries" params={{ locale }} search={{ state, topic }} />
          )
        }
        next={
          query.data?.has_more && last ? (
            <Link
              to="/$locale/adm/inquiries"
              params={{ locale }}
              search={{ ...search, after: last.id }}
            />
          ) : undefined
        }
      />
      <RowShortcuts />
    </section>
  );
}

function InquiryRow({ inquiry }: { inquiry: InquirySummary }) {
  const { t } = useTexts();
  const { topic, account, locale, excerpt, made_at, is_open, is_answered } = inquiry;
  return (
    <>
      <span>
        <span className="text-sm font-bold text-brand">{t(`help.topic_${topic}`)}</span>
        {account && (
          <bdi translate="no" className="ml-2 text-sm text-ink-2">
            @{account}
          </bdi>
        )}
      </span>
      <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
        {excerpt}
      </span>
      <span className="flex flex-wrap gap-x-4 text-sm text-ink-2">
        <StaffDate form="minute" at={made_at} />
        <span>{localeNames[locale]}</span>
        {!is_open && (
          <span>
            {t(is_answered ? "staff_inquiries.answered" : "staff_inquiries.closed_unanswered")}
          </span>
        )}
      </span>
    </>
  );
}
