import { formatDate } from "@toibako/contract/dates.ts";
import { identityLinkMinutes } from "@toibako/contract/factors.ts";
import { closedHandleDays } from "@toibako/contract/handles.ts";
import { restorableDays } from "@toibako/contract/leaving.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { emailConfirmationHours, undoDays } from "@toibako/contract/mails.ts";
import { passwordResetMinutes } from "@toibako/contract/passwords.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import type { SecurityMailKind } from "./job-definitions.ts";

interface Recipient {
  account: string;
  locale: Locale;
}

/** Creates a function that translates texts with the account and further parameters. */
const createTranslator =
  ({ account, locale }: Recipient, parameters: Record<string, string | number> = {}) =>
  (key: TextKey) =>
    translate(locale, key, { account, ...parameters });

interface Advice {
  text: TextKey;
  label: TextKey;
  /** The path of the page that the button opens. */
  path: string;
  remark?: TextKey;
}

const passwordButton = { label: "mail_choose_password", path: "acc/password_resets" } as const;

const inquiryButton = { label: "mail_by_staff_button", path: "inquiry" } as const;

// A new password doesn't remove a passkey or a second factor that an attacker has added.
const factorAdvice: Advice = {
  text: "mail_not_you_factor",
  ...passwordButton,
  remark: "mail_locked_out",
};

/** What each security mail advises for the case that somebody else made the change. */
const adviceOfKinds: Record<SecurityMailKind, Advice> = {
  password_changed: { text: "mail_not_you", ...passwordButton },
  provider_unlinked: { text: "mail_not_you", ...passwordButton },
  provider_linked: factorAdvice,
  password_removed: factorAdvice,
  totp_turned_on: factorAdvice,
  totp_turned_off: factorAdvice,
  recovery_codes_replaced: factorAdvice,
  passkey_added: factorAdvice,
  passkey_removed: factorAdvice,
  account_left: {
    text: "mail_account_left_advice",
    label: "mail_account_left_button",
    path: "acc/login",
  },
  email_restored: { text: "mail_email_restored_advice", ...passwordButton },
  handle_changed: { text: "mail_not_you", ...passwordButton, remark: "mail_handle_changed_remark" },
  birthday_changed: { text: "mail_by_staff_advice", ...inquiryButton },
};

/** Writes the mail that tells an account about a change of its security. */
export function writeSecurityLetter(
  recipient: Recipient,
  kind: SecurityMailKind,
  public_url: string,
): Letter {
  const { locale } = recipient;
  const site = `${public_url}/${locale}`;
  const parameters = {
    days: restorableDays,
    closed_days: closedHandleDays,
    inquiry_url: `${site}/inquiry`,
  };
  const translateText = createTranslator(recipient, parameters);
  const { text, label, path, remark } = adviceOfKinds[kind];
  return {
    locale,
    subject: translateText(`mail_${kind}_subject`),
    paragraphs: [translateText(`mail_${kind}_text`), translateText(text)],
    button: { label: translateText(label), url: `${site}/${path}` },
    remarks: remark ? [translateText(remark)] : [],
    reason: translateText("mail_reason_account"),
  };
}

/** Writes the last mail to an account, which staff have destroyed. */
export function writeDestructionLetter(recipient: Recipient, public_url: string): Letter {
  const { locale } = recipient;
  const translateText = createTranslator(recipient);
  return {
    locale,
    subject: translateText("mail_account_destroyed_subject"),
    paragraphs: [
      translateText("mail_account_destroyed_text"),
      translateText("mail_by_staff_advice"),
    ],
    button: {
      label: translateText(inquiryButton.label),
      url: `${public_url}/${locale}/${inquiryButton.path}`,
    },
    remarks: [],
    reason: translateText("mail_account_destroyed_reason"),
  };
}

type LinkPurpose = "confirm_email" | "confirm_identity" | "undo_email" | "reset_password";

/** The path of the page that each link opens, without its token. */
const linkPaths: Record<LinkPurpose, string> = {
  confirm_email: "acc/mail_links",
  confirm_identity: "acc/mail_links",
  undo_email: "acc/mail_links",
  reset_password: "acc/password_resets",
};

/** How long each link is valid, as the parameters of the mail's texts: `hours`, `minutes` or `days`. */
const linkDurations: Record<LinkPurpose, Record<string, number>> = {
  confirm_email: { hours: emailConfirmationHours },
  confirm_identity: { minutes: identityLinkMinutes },
  undo_email: { days: undoDays },
  reset_password: { minutes: passwordResetMinutes },
};

/** Writes a mail with a link that works once. */
export function writeLinkLetter(
  recipient: Recipient,
  purpose: LinkPurpose,
  token: string,
  public_url: string,
): Letter {
  const translateText = createTranslator(recipient, linkDurations[purpose]);
  const { locale } = recipient;
  return {
    locale,
    subject: translateText(`mail_${purpose}_subject`),
    paragraphs: [
      translateText(`mail_${purpose}_text`),
      ...(purpose === "undo_email" ? [translateText("mail_undo_email_not_you")] : []),
    ],
    button: {
      label: translateText(linkLabels[purpose]),
      url: `${public_url}/${locale}/${linkPaths[purpose]}/${token}`,
    },
    remarks: [translateText(`mail_${purpose}_remark`)],
    reason: translateText(linkReasons[purpose]),
  };
}

const linkLabels = {
  confirm_email: "mail_confirm_email_button",
  confirm_identity: "mail_confirm_identity_button",
  undo_email: "mail_undo_email_button",
  reset_password: "mail_choose_password",
} as const;

/** The text at the end of each mail that says why its recipient got it. */
const linkReasons = {
  confirm_email: "mail_confirm_email_reason",
  confirm_identity: "mail_reason_account",
  undo_email: "mail_reason_account",
  reset_password: "mail_reset_password_reason",
} as const;

interface AnsweredInquiry {
  locale: Locale;
  time_zone: string;
  body: string;
  answer: string;
  made_at: Date;
}

/** Writes the answer of staff to an inquiry, which it quotes. */
export function writeInquiryAnswer(
  { locale, time_zone, body, answer, made_at }: AnsweredInquiry,
  public_url: string,
): Letter {
  const date = formatDate("day", made_at, { locale, time_zone });
  return {
    locale,
    subject: translate(locale, "mail_inquiry_answer_subject"),
    paragraphs: splitLines(answer),
    button: {
      label: translate(locale, "mail_inquiry_answer_button"),
      url: `${public_url}/${locale}/inquiry`,
    },
    remarks: [
      translate(locale, "mail_inquiry_answer_quote", { date }),
      ...splitLines(body).map((line) => `> ${line}`),
    ],
    reason: translate(locale, "mail_inquiry_answer_reason"),
  };
}

const splitLines = (text: string): string[] =>
  text.split(/\n+/).filter((line) => line.trim() !== "");
