import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { composeLetter, type Letter } from "#platform/mail/letter.ts";
import { type SecurityMailKind, securityMailKinds } from "./job-definitions.ts";
import { writeDestructionLetter, writeLinkLetter, writeSecurityLetter } from "./letters.ts";

const public_url = "https://box.example";

/** The pages that the buttons of security mails open, apart from the one that chooses a new password. */
const buttonPages: { [K in SecurityMailKind]?: string } = {
  account_left: "acc/login",
  birthday_changed: "inquiry",
};

/** Writes every letter of the site in one language; returns each with the address of its button. */
function* writeLetters(locale: (typeof locales)[number]): Generator<[string, Letter, string]> {
  const recipient = { account: "yui", locale };
  for (const kind of securityMailKinds) {
    const page = buttonPages[kind] ?? "acc/password_resets";
    const url = `${public_url}/${locale}/${page}`;
    yield [kind, writeSecurityLetter(recipient, kind, public_url), url];
  }
  const inquiry_url = `${public_url}/${locale}/inquiry`;
  yield ["account_destroyed", writeDestructionLetter(recipient, public_url), inquiry_url];
  for (const [purpose, folder] of [
    ["confirm_email", "mail_links"],
    ["confirm_identity", "mail_links"],
    ["undo_email", "mail_links"],
    ["reset_password", "password_resets"],
  ] as const) {
    const url = `${public_url}/${locale}/acc/${folder}/secret-token`;
    yield [purpose, writeLinkLetter(recipient, purpose, "secret-token", public_url), url];
  }
}

for (const locale of locales) {
  test(`AUTH-06 ${locale}: every mail has a text and an HTML part with the same link and no address of another site`, () => {
    for (const [name, letter, url] of writeLetters(locale)) {
      const { subject, text, html } = composeLetter(letter, public_url);
      expect([name, subject.length > 0, subject.length <= 60]).toEqual([name, true, true]);
      for (const part of [text, html ?? ""]) {
        expect(part).toContain(subject);
        expect(part).toContain(url);
        expect(part).toContain("yui");
        // A missing parameter or text would leave braces or the key of the text in the mail. `mail_links` is
        // no key, but part of an address.
        expect(part).not.toMatch(/\{\w+\}|undefined|\bmail_(?!links)\w+/);
        const addresses = part.match(/https?:\/\/[^\s"'<]+/g) ?? [];
        expect(addresses.filter((address) => !address.startsWith(public_url))).toEqual([]);
      }
      expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/);
      expect(html).toContain(`<html lang="${locale === "dt" ? "de" : locale}"`);
    }
  });
}

test("AUTH-06 the address of the inquiry page is a link in a security mail", () => {
  for (const locale of locales) {
    const letter = writeSecurityLetter({ account: "yui", locale }, "totp_turned_on", public_url);
    const { html = "", text } = composeLetter(letter, public_url);
    expect(text).toContain(`${public_url}/${locale}/inquiry`);
    expect(html).toContain(`<a href="${public_url}/${locale}/inquiry"`);
  }
});

test("AUTH-06 names and addresses are escaped in the HTML of a mail", () => {
  const letter = writeSecurityLetter(
    { account: "<b>&\"'", locale: "en" },
    "password_changed",
    public_url,
  );
  const { html, text } = composeLetter(letter, public_url);
  expect(html).not.toContain("<b>");
  expect(text).toContain("<b>");
});
