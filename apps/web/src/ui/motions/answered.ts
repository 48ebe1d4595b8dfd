import "./answered.css";
import { isMotionReduced, startMotion, waitForAnimations } from "./run-motion.ts";

/** Where a form stood when the answer replaced it, in pixels of the window. */
interface FormerForm {
  /** A copy of the question's article with the form, without the answer's text. */
  picture: HTMLElement;
  article: DOMRect;
  question: DOMRect | undefined;
  /** The upper left corner of the first line of the text. */
  words: { x: number; y: number };
}

let former: FormerForm | undefined;

/** Remembers how an answer form looks. Called while it still stands, right before the answer replaces it. */
export function rememberForm(form: HTMLElement): void {
  const article = form.closest<HTMLElement>("article");
  const field = form.querySelector("textarea");
  // A form in a dialog stands there longer than the page below it.
  if (!article || !field || form.closest("[role=dialog]")) return;
  const { left, top } = field.getBoundingClientRect();
  const { borderLeftWidth, borderTopWidth, paddingLeft, paddingTop } = getComputedStyle(field);
  former = {
    picture: copyWithoutText(article),
    article: article.getBoundingClientRect(),
    question: article.querySelector("h1, h2, h3")?.getBoundingClientRect(),
    words: {
      x: left + Number.parseFloat(borderLeftWidth) + Number.parseFloat(paddingLeft),
      y: top + Number.parseFloat(borderTopWidth) + Number.parseFloat(paddingTop) - field.scrollTop,
    },
  };
  // The answer appears in the same task, or its page is shown later without this motion.
  setTimeout(() => {
    former = undefined;
  });
}

function copyWithoutText(article: HTMLElement): HTMLElement {
  const copy = article.cloneNode(true) as HTMLElement;
  const heights = [...article.querySelectorAll("textarea")].map((field) => field.offsetHeight);
  copy.querySelectorAll("textarea").forEach((field, index) => {
    field.value = "";
    field.textContent = "";
    field.placeholder = "";
    field.style.height = `${heights[index]}px`;
  });
  for (const element of copy.querySelectorAll("[id], [name]")) {
    element.removeAttribute("id");
    element.removeAttribute("name");
  }
  copy.ariaHidden = "true";
  copy.inert = true;
  copy.dataset.formerForm = "";
  copy.addEventListener("animationend", ({ target }) => target === copy && copy.remove());
  return copy;
}

/**
 * Turns the form into the answer: the words stay on the screen, and the rest takes its place around them. `sheet` holds
 * the article of question and answer, which has just been rendered.
 */
export function playAnswered(sheet: HTMLElement): void {
  const from = former;
  // Later in this task, when the router has scrolled to the top of a new page.
  queueMicrotask(() => {
    const words = sheet.querySelector<HTMLElement>("[data-part=words]") ?? undefined;
    keepInView(sheet, words, from);
    if (isMotionReduced()) return;
    if (from) placeFormerForm(sheet, words, from);
    const { end } = startMotion("answered", () => {
      clearTimeout(touch);
      from?.picture.remove();
    });
    void waitForAnimations("answered").then(end);
    const touch = setTimeout(() => navigator.vibrate?.(10), millisecondsToSeal);
  });
}

/** When the seal is pressed, in milliseconds after the answer has appeared. */
const millisecondsToSeal = 400;

/** Pixels of an answer that must be visible below its question: four lines. */
const minVisibleWords = 116;

/** Scrolls to the seal, or, if the question is too long for that, so that the words stay where they are. */
function keepInView(sheet: HTMLElement, words: HTMLElement | undefined, from?: FormerForm): void {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const toSheet = sheet.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop);
  const { top, height } = (words ?? sheet).getBoundingClientRect();
  const end = top - toSheet + Math.min(height, minVisibleWords);
  if (!words || end <= innerHeight - Number.parseFloat(scrollPaddingBottom)) scrollBy(0, toSheet);
  // Of a long answer, the field showed the end.
  else if (from) scrollBy(0, top - Math.max(from.words.y, Number.parseFloat(scrollPaddingTop)));
  else words.scrollIntoView({ block: "center" });
}

/** Lays the former form over the article, and sets the distances by which article and words move to their places. */
function placeFormerForm(
  sheet: HTMLElement,
  words: HTMLElement | undefined,
  from: FormerForm,
): void {
  const frame = sheet.getBoundingClientRect();
  const title = sheet.querySelector("h1");
  const question = title?.getBoundingClientRect();
  const down = question && from.question ? from.question.top - question.top : 0;
  const setLengths = (element: HTMLElement, lengths: Record<string, number>) => {
    for (const [name, length] of Object.entries(lengths)) {
      element.style.setProperty(name, `${length}px`);
    }
  };
  setLengths(sheet, { "--down": down });
  // Only a text in the same lines looks the same in both.
  if (title && question && from.question?.height === question.height) {
    setLengths(title, { "--question-x": from.question.left - question.left });
  }
  if (words) {
    const { left, top } = words.getBoundingClientRect();
    setLengths(words, { "--words-x": from.words.x - left, "--words-y": from.words.y - top - down });
  }
  setLengths(from.picture, {
    left: from.article.left - frame.left,
    top: from.article.top - frame.top - down,
    width: from.article.width,
  });
  sheet.append(from.picture);
}
