import type { Locale } from "@toibako/contract/locales.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import type { SecurityMailKind } from "./job-definitions.ts";

interface Recipient {
  account: string;
  locale: Locale;
}

/** Translates texts that may name the account. */
const createReader =
  ({ account, locale }: Recipient) =>
  (key: TextKey) =>
    translate(locale, key, { account });

/** The letter that tells an account that something of its security changed. */
export function writeSecurityLetter(
  recipient: Recipient,
  kind: SecurityMailKind,
  public_url: string,
): Letter {
  const read = createReader(recipient);
  return {
    locale: recipient.locale,
    subject: read(`mail_${kind}_subject`),
    paragraphs: [read(`mail_${kind}_text`), read("mail_not_you")],
    button: {
      label: read("mail_choose_password"),
      url: `${public_url}/${recipient.locale}/acc/password_resets`,
    },
    reason: read("mail_reason_account"),
  };
}

type LinkPurpose = "confirm_email" | "undo_email" | "reset_password";

/** The folder of the page to which the link of a mail leads. */
const linkFolders: Record<LinkPurpose, string> = {
  confirm_email: "acc/mail_links",
  undo_email: "acc/mail_links",
  reset_password: "acc/password_resets",
};

/** The letter with a link that works once. */
export function writeLinkLetter(
  recipient: Recipient,
  purpose: LinkPurpose,
  token: string,
  public_url: string,
): Letter {
  const read = createReader(recipient);
  const { locale } = recipient;
  return {
    locale,
    subject: read(`mail_${purpose}_subject`),
    paragraphs: [
      read(`mail_${purpose}_text`),
      ...(purpose === "undo_email" ? [read("mail_undo_email_not_you")] : []),
    ],
    button: {
      label: read(linkLabels[purpose]),
      url: `${public_url}/${locale}/${linkFolders[purpose]}/${token}`,
    },
    remarks: [read(`mail_${purpose}_remark`)],
    reason: read(linkReasons[purpose]),
  };
}

const linkLabels = {
  confirm_email: "mail_confirm_email_button",
  undo_email: "mail_undo_email_button",
  reset_password: "mail_choose_password",
} as const;

const linkReasons = {
  confirm_email: "mail_confirm_email_reason",
  undo_email: "mail_reason_account",
  reset_password: "mail_reset_password_reason",
} as const;
