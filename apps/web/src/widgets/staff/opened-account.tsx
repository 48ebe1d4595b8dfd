import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { formatBirthday, parseBirthday } from "@toibako/contract/birthdays.ts";
import { localeNames } from "@toibako/contract/locales.ts";
import type { StaffAccount } from "@toibako/contract/staff/people.ts";
import { Cake, Flag, Inbox, LogOut, Scale, Trash2, UserRound } from "lucide-react";
import { useState } from "react";
import { ActionList } from "#features/staff/components/action-list.tsx";
import { CaseRow } from "#features/staff/components/case-row.tsx";
import { ReasonForm } from "#features/staff/components/reason-form.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import {
  accountQuery,
  changeBirthday,
  destroy,
  endSessions,
  openCaseAbout,
} from "#features/staff/queries/people.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Section } from "#ui/surfaces/section.tsx";
import { Facts, lineLinkClass, textLinkClass } from "./list-parts.tsx";
import { AccountStates } from "./people-search.tsx";

interface OpenedAccountProps {
  account: string;
  /** The inquiry that asks for another birthday. */
  inquiry_id: string | undefined;
}

/** What staff may see of an account, and what they may do to it. */
export function OpenedAccount({ account, inquiry_id }: OpenedAccountProps) {
  const { t, locale } = useTexts();
  const query = useQuery(accountQuery(account));
  if (!query.data)
    return (
      <LoadingState
        query={query}
        skeleton="letter"
        count={1}
        title={t("staff_people.account_failed")}
      />
    );
  const person = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p>
        {inquiry_id === undefined ? (
          <Link to="/$locale/adm/people" params={{ locale }} className={lineLinkClass}>
            {t("staff_people.back")}
          </Link>
        ) : (
          <Link
            to="/$locale/adm/inquiries/$id"
            params={{ locale, id: inquiry_id }}
            className={lineLinkClass}
          >
            {t("staff_people.back_to_inquiry")}
          </Link>
        )}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <AccountFacts person={person} />
          {person.cases.length > 0 && (
            <Section id="cases" icon={<Inbox size={20} />} title={t("staff_people.cases")}>
              <ul className="-mx-5 list-none divide-y divide-line">
                {person.cases.map((listed) => (
                  <li key={listed.id}>
                    <CaseRow
                      listed={listed}
                      link={<Link to="/$locale/adm/cases/$id" params={{ locale, id: listed.id }} />}
                    />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {person.actions.length > 0 && (
            <Section id="actions" icon={<Scale size={20} />} title={t("staff.history")}>
              <ActionList actions={person.actions} />
            </Section>
          )}
        </div>
        <AccountActions person={person} inquiry_id={inquiry_id} />
      </div>
    </div>
  );
}

function AccountFacts({ person }: { person: StaffAccount }) {
  const { t, locale } = useTexts();
  const { account, displaying_name, birthday } = person;
  return (
    <Section id="account" icon={<UserRound size={20} />} title={t("staff_people.account")}>
      <div className="flex items-center gap-3">
        <Avatar seed={account} src={person.icon_url} size={56} />
        <div className="grid min-w-0 gap-0.5">
          <bdi className="font-bold wrap-anywhere">{displaying_name}</bdi>
          <Link to="/$locale/$account" params={{ locale, account }} className={textLinkClass}>
            <bdi translate="no">@{account}</bdi>
          </Link>
          <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
            <AccountStates found={person} />
          </span>
        </div>
      </div>
      {person.self_introduction && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {person.self_introduction}
        </p>
      )}
      <Facts
        facts={[
          [t("staff_people.created_on"), <StaffDate key="on" form="day" at={person.created_on} />],
          [t("staff_people.language"), localeNames[person.locale]],
          [
            t("staff_people.birthday"),
            birthday ? formatBirthday(birthday) : t("staff_people.not_set"),
          ],
          [
            t("staff_people.email"),
            t(person.has_confirmed_email ? "staff_people.confirmed" : "staff_people.not_set"),
          ],
          [t("staff_people.sessions"), String(person.sessions_count)],
        ]}
      />
    </Section>
  );
}

function AccountActions({
  person,
  inquiry_id,
}: {
  person: StaffAccount;
  inquiry_id: string | undefined;
}) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { account, may_change, may_destroy } = person;
  const name = `@${account}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {may_change && inquiry_id !== undefined && (
        <Section id="birthday" icon={<Cake size={20} />} title={t("staff_people.change_birthday")}>
          <BirthdayForm person={person} inquiry_id={inquiry_id} />
        </Section>
      )}
      {may_change && (
        <Section
          id="case"
          icon={<Flag size={20} />}
          title={t("staff_people.open_case")}
          text={t("staff_people.open_case_text")}
        >
          <ReasonForm
            label={t("staff_people.open_case")}
            question={t("staff_people.open_case_question", { name })}
            onConfirm={async (reason) => {
              const id = await openCaseAbout(client, account, reason);
              await navigate({ to: "/$locale/adm/cases/$id", params: { locale, id } });
            }}
          />
        </Section>
      )}
      {may_change && (
        <Section
          id="sessions"
          icon={<LogOut size={20} />}
          title={t("staff_people.end_sessions")}
          text={t("staff_people.end_sessions_text")}
        >
          <ReasonForm
            label={t("staff_people.end_sessions")}
            question={t("staff_people.end_sessions_question", { name })}
            doneText={t("staff_people.sessions_ended")}
            onConfirm={(reason) => endSessions(client, account, reason)}
          />
        </Section>
      )}
      {may_destroy && (
        <Section
          id="destroy"
          icon={<Trash2 size={20} />}
          title={t("staff_people.destroy")}
          text={t("staff_people.destroy_text")}
        >
          <ReasonForm
            label={t("staff_people.destroy")}
            warning={t("staff_people.destroy_text")}
            question={t("staff_people.destroy_question", { name })}
            isDangerous
            onConfirm={async (reason) => {
              await destroy(client, account, reason);
              await navigate({ to: "/$locale/adm/people", params: { locale } });
            }}
          />
        </Section>
      )}
      {!may_change && (
        <p className="text-sm text-ink-2">
          {t(person.is_self ? "staff_people.is_self" : "staff_people.is_staff")}
        </p>
      )}
    </div>
  );
}

function BirthdayForm({ person, inquiry_id }: { person: StaffAccount; inquiry_id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const { account, birthday } = person;
  const [typed, setTyped] = useState(birthday ? formatBirthday(birthday) : "");
  const parsed = parseBirthday(typed);
  return (
    <ReasonForm
      label={t("staff_people.change_birthday")}
      question={t("staff_people.birthday_question", { name: `@${account}`, date: typed })}
      doneText={t("staff_people.birthday_changed")}
      isComplete={parsed !== null}
      onConfirm={async (reason) => {
        if (parsed) await changeBirthday(client, account, { birthday: parsed, inquiry_id, reason });
      }}
    >
      {(isRefused) => (
        <Field
          label={t("staff_people.birthday")}
          error={isRefused && parsed === null && t("accounts.field_required")}
          required
        >
          <Input type="date" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
    </ReasonForm>
  );
}
