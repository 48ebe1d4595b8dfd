import { type NgWord, ngWordLimits } from "@toibako/contract/filters.ts";
import { type SubmitEvent, useState } from "react";
import { useUnsavedText } from "#lib/forms/unsaved-text.ts";
import { ApiError, getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { useAddWord } from "../queries/words.ts";
import { WordPreview } from "./word-preview.tsx";

/** UTF-16 units that the field allows for a character. The server counts characters. */
const unitsPerCharacter = 4;

/** The form that adds an own word. The typed text stays in the field until it is saved. */
export function WordForm({ words }: { words: NgWord[] }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [word, setWord] = useState("");
  const [problem, setProblem] = useState("");
  const { mutate, isPending } = useAddWord();
  useUnsavedText(word.trim() !== "" && !isPending);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending || word.trim() === "") return;
    mutate(word, {
      onSuccess: (added) => {
        if (words.some(({ id }) => id === added.id)) {
          setProblem(t("filters.own_known", added));
          return;
        }
        setWord("");
        toasts.showToast(t("filters.own_added", added), { type: "success" });
      },
      onError: (error) => {
        const wordMessages = error instanceof ApiError ? error.details.word : undefined;
        setProblem((wordMessages ?? getErrorTexts(error, t("filters.failed"))).join(" "));
      },
    });
  }
  return (
    <ScriptedForm className="grid gap-2" onSubmit={submit}>
      <Field label={t("filters.own_label")} error={problem}>
        <div className="flex flex-wrap gap-2">
          <Input
            value={word}
            onChange={({ target }) => {
              setWord(target.value);
              setProblem("");
            }}
            className="flex-[1_1_10rem]"
            maxLength={ngWordLimits.characters * unitsPerCharacter}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
          />
          <Button type="submit" className="flex-[1_0_auto] sm:flex-none" isPending={isPending}>
            {t("filters.own_add")}
          </Button>
        </div>
      </Field>
      <WordPreview word={word.trim()} />
    </ScriptedForm>
  );
}
