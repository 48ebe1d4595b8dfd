import { type CSSProperties, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { PostedBoxDrawing, postedBox } from "#ui/drawings/posted-box.tsx";
import { Wax } from "#ui/drawings/wax.tsx";
import "./sending.css";
import {
  isMotionReduced,
  listAnimations,
  type Motion,
  startMotion,
  waitForAnimations,
} from "./run-motion.ts";

/** A letter on its way, from the press to the page that says that it has arrived. */
interface Sending extends Motion {
  layer: HTMLElement;
  /** Whether the page that follows is shown. */
  hasArrived: boolean;
}

let sending: Sending | undefined;

/**
 * Folds the letter of a form and puts it into an envelope, in a layer above the page, whose content fades. The layer
 * then waits for `landSending` or `undoSending`. A form in a dialog just stays as it is.
 */
export function startSending(form: HTMLFormElement, waitingText: string): void {
  const sheet = form.querySelector<HTMLElement>("[data-paper]");
  const main = form.closest<HTMLElement>("main");
  if (!sheet || !main || isMotionReduced()) return;
  const layer = document.createElement("div");
  const root = createRoot(layer);
  layer.dataset.sendingLayer = "";
  layer.ariaHidden = "true";
  document.body.append(layer);
  const letter = measureLetter(sheet);
  const box = findBox(main);
  flushSync(() =>
    root.render(
      <Layer
        letter={letter}
        // The letter doesn't cover the box.
        down={Math.max(0, box.top + box.height + 8 - letter.top)}
        box={box}
        theme={form.querySelector<HTMLElement>("[data-card-theme]")?.dataset.cardTheme}
        paper={sheet.dataset.paper}
        words={copyWords(sheet)}
        waitingText={waitingText}
      />,
    ),
  );
  const motion = startMotion("sending", end, skip);
  sending = { ...motion, layer, hasArrived: false };
  function end() {
    sending = undefined;
    // Later, because React may be rendering the page.
    setTimeout(() => root.unmount());
    layer.remove();
  }
}

/** Ends what can be seen of the motion. Without a reply, the closed envelope waits. */
function skip(): void {
  if (sending?.hasArrived) sending.end();
  for (const animation of listAnimations("sending")) animation.finish();
}

/** Lets the letter fly into the box of the page that follows, whose drawing is in `panel`. */
export function landSending(panel: HTMLElement): void {
  if (!sending) return;
  const current = sending;
  current.hasArrived = true;
  // The new page waits out of sight while the letter is still being folded.
  document.documentElement.dataset.motion = "landed";
  // Later in this task, when the router has scrolled to the top.
  queueMicrotask(() => void fly(current, panel));
}

async function fly(current: Sending, panel: HTMLElement): Promise<void> {
  const { layer, signal, end } = current;
  const box = panel.getBoundingClientRect();
  const parts = "[data-part=ground], [data-part=front]";
  for (const part of layer.querySelectorAll<HTMLElement>(parts)) placeAt(part, box);
  await waitForAnimations("sending");
  if (sending !== current) return;
  aim(layer, box);
  layer.dataset.state = "sent";
  document.documentElement.dataset.motion = "sent";
  for (const type of ["wheel", "touchmove"]) addEventListener(type, end, { signal });
  await waitForAnimations("sent");
  if (sending === current) end();
}

/** Gives the letter back: everything goes the way it came, and the words stand where they were. */
export function undoSending(): void {
  if (sending) void reverse(sending);
}

async function reverse(current: Sending): Promise<void> {
  for (const animation of listAnimations("sending")) animation.reverse();
  await waitForAnimations("sending");
  if (sending === current) current.end();
}

/** Removes the layer when the form leaves the page, unless the page that follows has taken it over. */
export function leaveSending(): void {
  const current = sending;
  setTimeout(() => {
    if (sending === current && !current?.hasArrived) current?.end();
  });
}

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

function placeAt(element: HTMLElement, { left, top, width, height }: Place): void {
  for (const [name, length] of Object.entries({ left, top, width, height })) {
    element.style.setProperty(name, `${length}px`);
  }
}

/** The letter as wide as its sheet, and as high as half its width, within limits. */
function measureLetter(sheet: HTMLElement): Place {
  const { left, top, width } = sheet.getBoundingClientRect();
  const height = Math.round(Math.min(260, Math.max(156, width / 2)) / 3) * 3;
  return { left, top, width, height };
}

/** Where the page that follows has its box: at the top of the content, as in `after-sending-page.tsx`. */
function findBox(main: HTMLElement): Place {
  const { left, top, width } = main.getBoundingClientRect();
  const boxWidth = Math.min(width, 512);
  return {
    left: left + (width - boxWidth) / 2,
    top: top + scrollY,
    width: boxWidth,
    height: innerWidth < 640 ? 176 : 240,
  };
}

/** Copies the text or the stamp of the letter, as it stands on the sheet. */
function copyWords(sheet: HTMLElement): HTMLElement {
  const field = sheet.querySelector("textarea");
  const frame = sheet.getBoundingClientRect();
  const copy = document.createElement("p");
  if (!field) {
    const stamp = sheet.querySelector("label:has(:checked) img")?.cloneNode(true);
    if (stamp) copy.append(stamp);
    return copy;
  }
  const { font, textAlign, color, padding, lineHeight } = getComputedStyle(field);
  const { left, top, width } = field.getBoundingClientRect();
  copy.textContent = field.value;
  copy.lang = field.lang;
  Object.assign(copy.style, { font, textAlign, color, padding, lineHeight });
  copy.style.left = `${left - frame.left}px`;
  copy.style.top = `${top - frame.top - field.scrollTop}px`;
  copy.style.width = `${width}px`;
  return copy;
}

/** Sets how far the closed envelope flies, from its middle to the slot of the box. */
function aim(layer: HTMLElement, box: Place): void {
  const envelope = layer
    .querySelector<HTMLElement>("[data-part=envelope]")
    ?.getBoundingClientRect();
  if (!envelope) return;
  const scale = Math.min(box.width / postedBox.width, box.height / postedBox.height);
  const slotTop = box.top + box.height / 2 + (postedBox.slot.y - postedBox.height / 2) * scale;
  const lengths = {
    "--dx": box.left + box.width / 2 - (envelope.left + envelope.width / 2),
    "--dy": slotTop - (envelope.top + envelope.height / 2),
  };
  for (const [name, length] of Object.entries(lengths))
    layer.style.setProperty(name, `${length}px`);
  layer.style.setProperty("--small", `${(56 * scale) / envelope.width}`);
}

interface LayerProps {
  letter: Place;
  /** Pixels by which the letter moves down while it is folded. */
  down: number;
  box: Place;
  theme: string | undefined;
  paper: string | undefined;
  words: HTMLElement;
  waitingText: string;
}

/** The letter between the ground and the front of the box. */
function Layer({ letter, down, box, theme, paper, words, waitingText }: LayerProps) {
  const envelope = { height: letter.height * 0.86, top: letter.height * 0.18 };
  return (
    <>
      <div data-part="ground" style={{ ...box }} />
      <div
        data-part="flight-x"
        data-card-theme={theme}
        style={{ ...letter, "--down": `${down}px` } as CSSProperties}
      >
        <div data-part="flight-y">
          <div data-part="flight">
            <div data-part="envelope-back" data-part-of="envelope" style={envelope} />
            <div data-part="folds">
              {[0, 1, 2].map((index) => (
                <Third
                  key={index}
                  index={index}
                  height={letter.height / 3}
                  paper={paper}
                  words={words}
                />
              ))}
            </div>
            <div data-part="envelope" data-part-of="envelope" style={envelope}>
              <i data-part="pocket" />
              <i data-part="lid" />
              <Wax />
            </div>
          </div>
        </div>
      </div>
      <div data-part="front" style={{ ...box }}>
        <PostedBoxDrawing />
      </div>
      <p data-part="waiting" style={{ top: letter.top + down + letter.height * 1.1 }}>
        {waitingText}
      </p>
    </>
  );
}

interface ThirdProps {
  index: number;
  height: number;
  paper: string | undefined;
  words: HTMLElement;
}

/** A third of the sheet, with its back. */
function Third({ index, height, paper, words }: ThirdProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => sheet.current?.replaceChildren(words.cloneNode(true)), [words]);
  return (
    <div data-third={index} style={{ height, top: index * height }}>
      <div>
        <div ref={sheet} data-paper={paper} style={{ height: height * 3, top: -index * height }} />
      </div>
      <div data-paper={paper} />
    </div>
  );
}
