import { SendHorizontal } from "lucide-react";
import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { doesEnterSend } from "#lib/conversation/enter-sends.ts";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { controlClass } from "#ui/forms/control-class.ts";
import { Counter } from "#ui/forms/counter.tsx";
import { Field } from "#ui/forms/field.tsx";
import { useFieldAttributes } from "#ui/forms/field-context.ts";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { WrittenTextNotice } from "#ui/forms/text-notice.tsx";

interface ComposerProps {
  text: string;
  /** Maximum number of characters. */
  limit: number;
  label: string;
  onWrite: (text: string) => void;
  /** Called with what stands in the input, also if an input method is still converting a part of it. */
  onSend: (text: string) => void;
  /** Whether nothing can be sent now; the text can still be written. */
  isUnavailable: boolean;
  onFocusChange: (isFocused: boolean) => void;
}

/** The input of a conversation, which grows with its text up to six lines, and the button that sends it. */
export function Composer(props: ComposerProps) {
  const { text, limit, label, onWrite, onSend, isUnavailable } = props;
  const { t } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const composition = useComposition(input, text, onWrite);
  return (
    <ScriptedForm
      className="grid grid-cols-1 gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnavailable) onSend(composition.finish());
      }}
    >
      <noscript>
        <p className="text-sm text-ink-2">{t("common.no_script")}</p>
      </noscript>
      <WrittenTextNotice text={text} />
      <div className="flex items-end gap-2">
        <Field label={label} isLabelHidden className="min-w-0 flex-1">
          <MessageInput {...props} input={input} composition={composition} />
        </Field>
        <SendButton isUnavailable={isUnavailable} />
      </div>
      <Counter
        text={text}
        limit={limit}
        remainingLabel={(left) => describeCharactersLeft(t, left)}
        className="pr-13"
      />
    </ScriptedForm>
  );
}

function SendButton({ isUnavailable }: { isUnavailable: boolean }) {
  const { t } = useTexts();
  return (
    <button
      type="submit"
      title={t("messages.send")}
      aria-label={t("messages.send")}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      aria-disabled={isUnavailable || undefined}
      // The input keeps the focus, so that the keyboard of the device stays open.
      onMouseDown={(event) => event.preventDefault()}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-fill text-on-brand shadow-e1 transition-transform duration-120 hover:brightness-105 active:scale-95 aria-disabled:opacity-50"
    >
      <SendHorizontal size={20} aria-hidden="true" />
    </button>
  );
}

interface MessageInputProps extends Pick<ComposerProps, "label" | "onFocusChange"> {
  input: RefObject<HTMLTextAreaElement | null>;
  composition: ReturnType<typeof useComposition>;
}

function MessageInput({ label, onFocusChange, input, composition }: MessageInputProps) {
  const { shown, handlers } = composition;
  useKeptCaret(input, shown);
  useGrowth(input, shown);
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.altKey;
    if (!isEnter || !(event.ctrlKey || event.metaKey || doesEnterSend())) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }
  return (
    // Without containment a field that grows with its text widens the grids around it in some browsers.
    <span className="block w-full min-w-0 contain-inline-size">
      <textarea
        {...useFieldAttributes()}
        ref={input}
        rows={1}
        dir="auto"
        autoComplete="off"
        placeholder={label}
        value={shown}
        {...handlers}
        onKeyDown={press}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
        className={`${controlClass} field-sizing-content max-h-[calc(6lh+1.25rem)] min-h-11 resize-none overflow-y-auto overscroll-contain rounded-xl wrap-anywhere placeholder:truncate`}
      />
    </span>
  );
}

/**
 * Shows what is typed with an input method until its conversion ends: a value from elsewhere would break it off. A text
 * that comes back meanwhile is put in front afterwards. Keyboards of phones convert nearly every word, and the button
 * that sends doesn't end that, so `finish` takes over what stands in the input, and nothing of it comes later.
 */
function useComposition(
  input: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onWrite: (text: string) => void,
) {
  const [composed, setComposed] = useState<string>();
  const before = useRef("");
  const isFinished = useRef(false);
  const addInFront = (value: string) => {
    const hasGrown = text !== before.current && text.endsWith(before.current);
    return hasGrown ? text.slice(0, text.length - before.current.length) + value : value;
  };
  return {
    shown: composed ?? text,
    finish(): string {
      if (composed === undefined) return text;
      const whole = addInFront(input.current?.value ?? composed);
      isFinished.current = true;
      setComposed(undefined);
      onWrite(whole);
      return whole;
    },
    handlers: {
      onChange({ currentTarget: { value } }: ChangeEvent<HTMLTextAreaElement>) {
        if (composed === undefined) onWrite(value);
        else setComposed(value);
      },
      onCompositionStart({ currentTarget: { value } }: CompositionEvent<HTMLTextAreaElement>) {
        before.current = value;
        isFinished.current = false;
        setComposed(value);
      },
      onCompositionEnd({ currentTarget: { value } }: CompositionEvent<HTMLTextAreaElement>) {
        if (isFinished.current) return;
        setComposed(undefined);
        onWrite(addInFront(value));
      },
    },
  };
}

/** Keeps the caret at its letter when a text that could not be sent is put in front of what is typed. */
function useKeptCaret(input: RefObject<HTMLTextAreaElement | null>, shown: string) {
  const last = useRef({ text: "", start: 0, end: 0 });
  useEffect(() => {
    const remember = () => {
      if (document.activeElement === input.current) last.current = readCaret(input.current);
    };
    document.addEventListener("selectionchange", remember);
    return () => document.removeEventListener("selectionchange", remember);
  }, [input]);
  useLayoutEffect(() => {
    const field = input.current;
    if (document.activeElement !== field || field === null) return;
    const { text, start, end } = last.current;
    const added = shown.length - text.length;
    if (added > 0 && text !== "" && shown.endsWith(`\n${text}`))
      field.setSelectionRange(start + added, end + added);
    last.current = readCaret(field);
  }, [input, shown]);
}

const readCaret = (field: HTMLTextAreaElement | null) => ({
  text: field?.value ?? "",
  start: field?.selectionStart ?? 0,
  end: field?.selectionEnd ?? 0,
});

/** Grows the field with its text in browsers whose styles can't. */
function useGrowth(input: RefObject<HTMLTextAreaElement | null>, shown: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  }, [input, shown]);
}
