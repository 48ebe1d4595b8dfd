import { messageLength } from "@toibako/contract/messages.ts";
import { readTypedText, type TextProblem } from "@toibako/contract/text.ts";
import type { ReactNode, RefObject } from "react";
import { Composer } from "#features/messages/components/composer.tsx";
import { ConversationBar } from "#features/messages/components/conversation-bar.tsx";
import type { UsedConversation } from "#features/messages/components/message-list.tsx";
import { scrollSmoothlyToEnd } from "#lib/browser/smooth-scroll.ts";
import type { DatedMessage } from "#lib/conversation/days.ts";
import type { TextRefusal } from "#lib/conversation/state.ts";
import { getBar } from "#lib/conversation/views.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";

interface WritingAreaProps<M extends DatedMessage> extends UsedConversation<M> {
  scroller: RefObject<HTMLElement | null>;
  /** Why the last message wasn't sent. */
  failure: string | undefined;
  onFailureChange: (failure: string | undefined) => void;
  /** Says why a text can't be sent in this conversation; undefined if it can. */
  findRefusal?: ((text: string) => TextRefusal | undefined) | undefined;
  /** Sends a text that is neither empty nor refused. */
  onSend: (text: string) => void;
  /** Whether nothing can be sent now; the text can still be written. */
  isUnavailable: boolean;
  onFocusChange: (isFocused: boolean) => void;
  onEscape?: (() => void) | undefined;
  /** Stands above the input. */
  children?: ReactNode;
  /** Stands in place of the input. */
  closedNote?: ReactNode;
}

/** The bar of a conversation, why a message wasn't sent, and the input. */
export function WritingArea<M extends DatedMessage>(props: WritingAreaProps<M>) {
  const { state, controller, scroller, failure, onFailureChange, findRefusal, onSend } = props;
  const { t } = useTexts();
  function send(typed: string) {
    const { text, problem } = readTypedText(typed, messageLength);
    onFailureChange(undefined);
    if (problem === "invalid_text_required") return controller.refuse("MESSAGE_EMPTY");
    if (text === undefined) return onFailureChange(describeTextProblem(t, problem));
    const refusal = findRefusal?.(text);
    if (refusal) controller.refuse(refusal);
    else onSend(text);
  }
  function write(text: string) {
    onFailureChange(undefined);
    controller.write(text);
  }
  return (
    <div className="relative shrink-0 border-t border-line bg-surface px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:px-4 md:pb-3">
      <ConversationBar
        bar={getBar(state)}
        onRetry={controller.retry}
        onNewMessage={() => scroller.current && scrollSmoothlyToEnd(scroller.current)}
      />
      {props.closedNote ?? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the elements in it
        <div
          onKeyDown={({ key }) => {
            if (key === "Escape") props.onEscape?.();
          }}
        >
          {failure !== undefined && (
            <Callout tone="error" className="mb-2">
              {failure}
            </Callout>
          )}
          {props.children}
          <Composer
            text={state.text}
            limit={messageLength}
            label={t("messages.write")}
            onWrite={write}
            onSend={send}
            isUnavailable={props.isUnavailable}
            onFocusChange={props.onFocusChange}
          />
        </div>
      )}
    </div>
  );
}

/** Says why a text can't be sent. */
function describeTextProblem(t: Translate, problem: TextProblem): string {
  return problem === "invalid_text_marks"
    ? t("common.invalid_text_marks")
    : t("messages.too_long", { length: messageLength });
}
