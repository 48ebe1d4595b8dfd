import { register as endpoint, minPasswordLength } from "@toibako/contract/accounts.ts";
import { isHandle } from "@toibako/contract/handles.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import { readTypedText, textLimits } from "@toibako/contract/text.ts";
import { readTypedHandle } from "@toibako/contract/typed-keys.ts";
import type { ReactNode } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { createSchemaResolver, omitEmptyValues, type Problem } from "#lib/forms/form.ts";
import { showSendFailure } from "#lib/forms/refusal.ts";
import { useKeyedSend } from "#lib/http/keyed-send.ts";
import type { SignInOptions } from "#lib/http/sign-in-options.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { getBrowserTimeZone } from "#lib/i18n/time-zone.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { BoxPreview } from "#ui/surfaces/box-preview.tsx";
import { signUp } from "../queries.ts";
import { AccountInput, NewPasswordField } from "./credential-fields.tsx";
import { Refusal } from "./refusal.tsx";

interface RegistrationValues extends Record<string, string> {
  account: string;
  password: string;
  displaying_name: string;
  email: string;
}

interface RegistrationFormProps extends SignInOptions {
  /** The site's host name, as shown in a box's address. */
  host: string;
  /**
   * Called with the entered email address, which may be "", when a session has started. Must load a whole
   * page, which belongs to the new session.
   */
  onDone: (email: string) => void;
  /** The sentence above the button that links to the terms. */
  agreement: ReactNode;
}

/** Registers an account by handle and password. The typed text stays if the server refuses it. */
export function RegistrationForm({ host, mal, onDone, agreement }: RegistrationFormProps) {
  const { t, locale } = useTexts();
  const form = useForm<RegistrationValues>({
    mode: "onTouched",
    defaultValues: { account: "", password: "", displaying_name: "", email: "" },
    resolver: createSchemaResolver(endpoint.body, (field, problem, value) =>
      describeProblem(t, field, problem, value),
    ),
  });
  const { register, formState, control } = form;
  const { errors } = formState;
  const { mutate, isPending, isSuccess } = useKeyedSend({
    draft: "registration",
    send: ({ account, password, ...optional }: RegistrationValues, key) =>
      signUp(
        {
          account,
          password,
          locale,
          time_zone: getBrowserTimeZone(),
          ...omitEmptyValues(optional),
        },
        { mal },
        key,
      ),
    onSuccess: (_, { email }) => onDone(email),
    onError: (error) => showSendFailure(form, t, error, t("accounts.failed")),
  });
  const optionalNote = t("common.optional");
  return (
    <ScriptedForm onSubmit={form.handleSubmit((values) => mutate(values))}>
      <Refusal message={errors.root?.message} />
      <OwnBoxPreview control={control} host={host} />
      <Field
        label={t("accounts.account")}
        hint={<AddressHint control={control} host={host} />}
        error={errors.account?.message}
        required
      >
        <AccountInput {...register("account", { setValueAs: readTypedHandle })} />
      </Field>
      <NewPasswordField
        {...register("password")}
        label={t("accounts.password")}
        error={errors.password?.message}
      />
      <Field
        label={t("accounts.displaying_name")}
        note={optionalNote}
        hint={t("accounts.displaying_name_hint", { max: textLimits.displaying_name })}
        error={errors.displaying_name?.message}
      >
        <Input {...register("displaying_name")} autoComplete="nickname" />
      </Field>
      <Field
        label={t("accounts.email")}
        note={optionalNote}
        hint={t("accounts.email_hint")}
        error={errors.email?.message}
      >
        <Input {...register("email")} type="email" autoComplete="email" />
      </Field>
      <p className="text-sm text-ink-2">{agreement}</p>
      <Button
        type="submit"
        size="lg"
        isWide
        isPending={isPending || isSuccess}
        pendingLabel={t("accounts.regist_pending")}
      >
        {t("accounts.regist_button")}
      </Button>
    </ScriptedForm>
  );
}

function describeProblem(t: Translate, field: string, problem: Problem | undefined, value: string) {
  const otherProblem = describeOtherProblem(t, field, value);
  if (otherProblem || !problem) return otherProblem;
  if (problem.rule === "required") return t("accounts.field_required");
  if (problem.rule === "max_length") return t("accounts.too_long", { n: String(problem.limit) });
  return t("accounts.email_invalid");
}

/** Checks the rules that the schema doesn't have: of handles, the shortest password, and the length in graphemes. */
function describeOtherProblem(t: Translate, field: string, value: string): string {
  if (value !== "" && field === "account" && !isHandle(value)) return t("accounts.account_invalid");
  if (field === "account" && isReservedHandle(value)) return t("accounts.account_reserved");
  if (value !== "" && field === "password" && Array.from(value).length < minPasswordLength)
    return t("accounts.too_short", { n: String(minPasswordLength) });
  if (field !== "displaying_name") return "";
  const { problem } = readTypedText(value, textLimits.displaying_name, { isOptional: true });
  if (problem === "invalid_text_marks") return t("common.invalid_text_marks");
  return problem ? t("accounts.too_long", { n: String(textLimits.displaying_name) }) : "";
}

interface AddressHintProps {
  control: Control<RegistrationValues>;
  host: string;
}

/** The box that is being made, as its visitors will see it. */
function OwnBoxPreview({ control, host }: AddressHintProps) {
  const { t, locale } = useTexts();
  const account = useWatch({ control, name: "account" });
  const name = useWatch({ control, name: "displaying_name" });
  return (
    <BoxPreview
      theme="mint"
      seed={account}
      name={name || account || t("accounts.preview_name")}
      address={`${host}/${locale}/${isHandle(account) ? account : "…"}`}
    />
  );
}

/** Shows the box's address, as the buttons that copy it do, while the handle is typed. */
function AddressHint({ control, host }: AddressHintProps) {
  const { t, locale } = useTexts();
  const account = useWatch({ control, name: "account" });
  if (!account) return <span>{t("accounts.account_hint")}</span>;
  return t.rich(
    "accounts.address_hint",
    {},
    {
      address: () => (
        <bdi translate="no" className="font-semibold break-all text-ink">
          {`${host}/${locale}/${account}`}
        </bdi>
      ),
    },
  );
}
