import { returnDays } from "@toibako/contract/leaving.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import type { SecurityMailKind } from "./job-definitions.ts";

interface Recipient {
  account: string;
  locale: Locale;
}

/** Translates texts that may name the account, and the further parameters. */
const createReader =
  ({ account, locale }: Recipient, parameters: Record<string, string | number> = {}) =>
  (key: TextKey) =>
    translate(locale, key, { account, ...parameters });

interface Advice {
  text: TextKey;
  label: TextKey;
  /** The page to which the button leads. */
  path: string;
  remark?: TextKey;
}

const choosePassword = { label: "mail_choose_password", path: "acc/password_resets" } as const;

// A new password doesn't remove a passkey or a second factor that somebody else has added.
const checkFactors: Advice = {
  text: "mail_not_you_factor",
  ...choosePassword,
  remark: "mail_locked_out",
};

/** What a security mail advises if it wasn't the account's owner. */
const adviceOfKinds: Record<SecurityMailKind, Advice> = {
  password_changed: { text: "mail_not_you", ...choosePassword },
  provider_unlinked: { text: "mail_not_you", ...choosePassword },
  provider_linked: checkFactors,
  password_removed: checkFactors,
  totp_turned_on: checkFactors,
  totp_turned_off: checkFactors,
  recovery_codes_replaced: checkFactors,
  passkey_added: checkFactors,
  passkey_removed: checkFactors,
  account_left: {
    text: "mail_account_left_advice",
    label: "mail_account_left_button",
    path: "acc/login",
  },
};

/** The letter that tells an account that something of its security changed. */
export function writeSecurityLetter(
  recipient: Recipient,
  kind: SecurityMailKind,
  public_url: string,
): Letter {
  const { locale } = recipient;
  const site = `${public_url}/${locale}`;
  const parameters = { days: returnDays, inquiry_url: `${site}/inquiry` };
  const read = createReader(recipient, parameters);
  const { text, label, path, remark } = adviceOfKinds[kind];
  return {
    locale,
    subject: read(`mail_${kind}_subject`),
    paragraphs: [read(`mail_${kind}_text`), read(text)],
    button: { label: read(label), url: `${site}/${path}` },
    remarks: remark ? [read(remark)] : [],
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
