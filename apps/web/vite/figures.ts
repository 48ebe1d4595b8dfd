import { answerEditMinutes } from "@toibako/contract/answers.ts";
import { adultAge } from "@toibako/contract/birthdays.ts";
import { ngWordLimits } from "@toibako/contract/filters.ts";
import { closedHandleDays } from "@toibako/contract/handles.ts";
import { restorableDays } from "@toibako/contract/leaving.ts";
import { waitingDays } from "@toibako/contract/outbox.ts";
import { passwordResetMinutes } from "@toibako/contract/passwords.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { Plugin } from "vite";

/** Numbers that occur in the texts of `locales/<locale>/pages/`, by the names that stand there in double braces. */
const figures = new Map<string, number>([
  ["adult_age", adultAge],
  ["archive_days", retentionDays.archive],
  ["bin_days", retentionDays.bin],
  ["closed_handle_days", closedHandleDays],
  ["diagnosis_result_days", retentionDays.diagnosis_result],
  ["edit_minutes", answerEditMinutes],
  ["imported_follower_days", retentionDays.imported_follower],
  ["mail_link_days", retentionDays.mail_link],
  ["notice_and_address_days", retentionDays.notice],
  ["own_words", ngWordLimits.words],
  ["password_reset_minutes", passwordResetMinutes],
  ["restorable_days", restorableDays],
  ["session_days", retentionDays.session],
  ["talk_report_days", retentionDays.talk_report],
  ["visitor_cookie_days", retentionDays.visitor_cookie],
  ["waiting_days", waitingDays],
]);

const pageText = /\/locales\/[^/]+\/pages\/[^/]+\.md\?/;

/** Replaces each `{{name}}` in the text of a page by its figure; throws for an unknown name. */
export function fillFigures(text: string): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const figure = figures.get(name);
    if (figure === undefined) throw new Error(`there is no figure {{${name}}}`);
    return String(figure);
  });
}

/** Fills in the figures of pages when the build reads their texts. */
export function pageFigures(): Plugin {
  return {
    name: "toibako-page-figures",
    enforce: "pre",
    transform: (code, id) => (pageText.test(id) ? { code: fillFigures(code), map: null } : null),
  };
}
