import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Role, roles } from "@toibako/contract/endpoint.ts";
import type { StaffMember } from "@toibako/contract/staff/roles.ts";
import { KeyRound, ShieldCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ReasonForm } from "#features/staff/components/reason-form.tsx";
import { Rows } from "#features/staff/components/rows.tsx";
import { changeRole, staffQuery } from "#features/staff/queries/people.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Section } from "#ui/surfaces/section.tsx";

/** The accounts of staff, and the form by which an admin gives and takes roles. */
export function StaffList() {
  const { t } = useTexts();
  const query = useQuery(staffQuery());
  const [account, setAccount] = useState("");
  if (!query.data)
    return <LoadingState query={query} skeleton="row" title={t("staff_people.staff_failed")} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="sr-only">{t("staff_people.staff")}</h2>
        <Rows>
          {query.data.staff.map((member) => (
            <li key={member.account} className="flex flex-wrap items-center gap-3 px-5 py-4">
              <MemberRow member={member} />
              {!member.is_self && (
                <Button
                  variant="text"
                  className="ml-auto"
                  onClick={() => {
                    setAccount(member.account);
                    document.querySelector<HTMLElement>("input[name=account]")?.focus();
                  }}
                >
                  {t("staff_people.change_role")}
                </Button>
              )}
            </li>
          ))}
        </Rows>
      </section>
      <Section id="role" icon={<KeyRound size={20} />} title={t("staff_people.role_form")}>
        <RoleForm account={account} onAccount={setAccount} />
      </Section>
    </div>
  );
}

function MemberRow({ member }: { member: StaffMember }) {
  const { t, locale } = useTexts();
  const { account, role, has_second_factor } = member;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar seed={account} src={member.icon_url} size={44} />
      <div className="grid min-w-0 gap-0.5">
        <Link
          to="/$locale/adm/people/$account"
          params={{ locale, account }}
          className="font-bold underline-offset-4 hover:underline"
        >
          <bdi className="wrap-anywhere">{member.displaying_name}</bdi>
        </Link>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          <bdi translate="no">@{account}</bdi>
          <span>{t(`staff_people.role_${role}`)}</span>
          <span className="flex items-center gap-1">
            {has_second_factor ? (
              <ShieldCheck size={14} aria-hidden="true" />
            ) : (
              <TriangleAlert size={14} aria-hidden="true" />
            )}
            <span>
              {t(has_second_factor ? "staff_people.has_factor" : "staff_people.has_no_factor")}
            </span>
          </span>
        </span>
      </div>
    </div>
  );
}

const choices = [...roles, "none"] as const;

function RoleForm({
  account,
  onAccount,
}: {
  account: string;
  onAccount: (account: string) => void;
}) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [choice, setChoice] = useState<(typeof choices)[number]>("moderator");
  const handle = account.trim().replace(/^@/, "");
  const role: Role | null = choice === "none" ? null : choice;
  const roleName = t(`staff_people.role_${choice}`);
  return (
    <ReasonForm
      label={t("staff_people.change_role")}
      question={t("staff_people.role_question", { name: `@${handle}`, role: roleName })}
      doneText={t("staff_people.role_changed")}
      isComplete={handle !== ""}
      onConfirm={(reason) => changeRole(client, { account: handle, role, reason })}
    >
      {(isRefused) => (
        <>
          <Field
            label={t("staff_people.by_handle")}
            error={isRefused && handle === "" && t("accounts.field_required")}
            required
          >
            <Input
              name="account"
              before="@"
              autoCapitalize="none"
              autoComplete="off"
              value={account}
              onChange={({ target }) => onAccount(target.value)}
            />
          </Field>
          <Field label={t("staff_people.role")} hint={t("staff_people.role_hint")}>
            <Select
              value={choice}
              onChange={({ target }) =>
                setChoice(choices.find((known) => known === target.value) ?? "moderator")
              }
            >
              {choices.map((known) => (
                <option key={known} value={known}>
                  {t(`staff_people.role_${known}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </ReasonForm>
  );
}
