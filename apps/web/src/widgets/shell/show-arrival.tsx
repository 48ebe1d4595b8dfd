import { Link, type ParsedLocation } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import type { Toasts } from "#ui/feedback/toasts.ts";
import { isMotionReduced } from "#ui/motions/run-motion.ts";
import type { RenderedElement } from "#ui/render-as.ts";

type ArrivalText =
  | "new_question"
  | "new_answer"
  | "new_answer_like"
  | "new_follower"
  | "new_talk_message";

/** The bar that says that a notice of one kind has arrived. */
interface Arrival {
  text: `notices.arrived_${ArrivalText}`;
  createLink: (locale: Locale) => RenderedElement;
  /** Whether the page at a location already shows what has arrived. */
  isShownAt: (location: ParsedLocation) => boolean;
}

const noticesPage: Pick<Arrival, "createLink" | "isShownAt"> = {
  createLink: (locale) => <Link to="/$locale/me/notices" params={{ locale }} />,
  isShownAt: ({ pathname }) => pathname.endsWith("/me/notices"),
};

/** The bar of each kind of notice; undefined if it has none. */
const arrivals: Record<NoticeKind, Arrival | undefined> = {
  new_question: {
    text: "notices.arrived_new_question",
    createLink: (locale) => <Link to="/$locale/box" params={{ locale }} />,
    isShownAt: ({ pathname }) => pathname.endsWith("/box"),
  },
  new_answer: {
    text: "notices.arrived_new_answer",
    createLink: (locale) => (
      <Link to="/$locale/me/home" params={{ locale }} search={{ tab: "send" }} />
    ),
    isShownAt: ({ pathname, search }) =>
      pathname.endsWith("/me/home") && "tab" in search && search.tab === "send",
  },
  new_answer_like: { text: "notices.arrived_new_answer_like", ...noticesPage },
  new_answer_to_community_question: { text: "notices.arrived_new_answer", ...noticesPage },
  new_follower: { text: "notices.arrived_new_follower", ...noticesPage },
  new_talk_message: {
    text: "notices.arrived_new_talk_message",
    createLink: (locale) => <Link to="/$locale/me/talks" params={{ locale }} />,
    isShownAt: ({ pathname }) => /\/me\/(talks|group_talks)(\/|$)/.test(pathname),
  },
  payment: undefined,
  release_note: undefined,
  moderation: undefined,
};

/**
 * Shows the bar for a kind of notice, unless the page already shows what has arrived. The bar never quotes a
 * question or an answer. A new question lets the box in the header blink on every page.
 */
export function showArrival(
  kind: NoticeKind,
  toasts: Toasts,
  locale: Locale,
  location: ParsedLocation,
): void {
  if (kind === "new_question") blinkBox();
  const arrival = arrivals[kind];
  if (!arrival || arrival.isShownAt(location)) return;
  const { text, createLink } = arrival;
  const { t } = getTexts(locale);
  const action = { label: t("notices.arrived_open"), link: createLink(locale) };
  toasts.showBar("notice", t(text), { topic: `arrived ${kind}`, action });
}

/** Shuts and opens the flap of the box in the header once. */
function blinkBox(): void {
  if (isMotionReduced()) return;
  // About the upper edge of the flap, in units of the drawing.
  const scale = (y: number) => ({
    transform: `translateY(12.5px) scaleY(${y}) translateY(-12.5px)`,
  });
  document
    .querySelector("[data-shell-bar] [data-lid]")
    ?.animate([scale(1), scale(0.1), scale(1)], { duration: 320, easing: "ease-in-out" });
}
