import type { RoomMemberProfile, RoomQuestion } from "@toibako/contract/rooms/members.ts";
import { roomAnswerLength, roomNameLength } from "@toibako/contract/rooms.ts";
import { type SubmitEvent, useState } from "react";
import type { RoomProfile } from "#features/rooms/queries/membership.ts";
import { useUnsavedText } from "#lib/forms/unsaved-text.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { describeProfileRefusal } from "./profile-refusal.ts";
import {
  buildRoomProfile,
  createProfileValues,
  type FieldProblem,
  findProfileProblems,
  nameField,
  type ProfileValues,
  pictureField,
} from "./profile-values.ts";

export interface ProfileFormOptions {
  questions: readonly RoomQuestion[];
  /** Whether the room allows no Latin letters. */
  is_without_latin: boolean;
  /** The member whose profile is changed; without it, the form is that of somebody who joins. */
  member?: RoomMemberProfile;
  isPending: boolean;
  /** The error of the last call, unless the page shows it elsewhere. */
  error: Error | null;
  /** The text for a failure without a text of the server. */
  failureText: string;
  onSubmit: (profile: RoomProfile) => void;
  /** Called when something is changed that closing the form would lose. */
  onChange?: () => void;
}

/** The state of the form by which a member is known in a room. What is filled in stays after a failure. */
export function useProfileForm(options: ProfileFormOptions) {
  const { questions, is_without_latin, isPending, error } = options;
  const { t } = useTexts();
  const [values, setValues] = useState<ProfileValues>(() => createProfileValues(options.member));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // Fields that were changed since the last call, whose message of the server no longer holds.
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [composing, setComposing] = useState<string>();
  const [isPreparing, setIsPreparing] = useState(false);
  const problems = findProfileProblems(values, questions, is_without_latin);
  const refusal = describeProfileRefusal(error, questions, options.failureText);
  const isBusy = isPending || isPreparing;
  useUnsavedText(changed.size > 0 && !isBusy);

  function change(field: string, changes: Partial<ProfileValues>) {
    setValues({ ...values, ...changes });
    setChanged(new Set([...changed, field]));
    options.onChange?.();
  }
  function readError(field: string): string | undefined {
    const problem = problems[field];
    // A wrong letter is named while typing, but an input method for Japanese shows Latin letters until it converts them.
    const isShown = problem === "letters" ? composing !== field : touched.has(field);
    if (problem && isShown) return describeProblem(t, problem, field);
    return changed.has(field) ? undefined : refusal.fields[field];
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = [nameField, ...questions.map(({ question_id }) => question_id)];
    setTouched(new Set(fields));
    const wrongField = fields.find((field) => problems[field]);
    if (wrongField !== undefined) return focusField(event.currentTarget, wrongField);
    setIsPreparing(true);
    try {
      const profile = await buildRoomProfile(values, questions);
      setChanged(new Set());
      options.onSubmit(profile);
    } finally {
      setIsPreparing(false);
    }
  }
  return {
    isBusy,
    /** What the server says that belongs to no field. */
    message: refusal.message,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    getFieldProps: (field: string) => ({
      name: field,
      value: values.texts[field] ?? "",
      error: readError(field),
      onChange: (text: string) => change(field, { texts: { ...values.texts, [field]: text } }),
      onBlur: () => setTouched(new Set([...touched, field])),
      onComposing: (isComposing: boolean) => setComposing(isComposing ? field : undefined),
    }),
    picture: {
      picture: values.picture,
      icon_url: options.member?.icon_url,
      error: readError(pictureField),
      onChange: (picture: Blob | null | undefined) => change(pictureField, { picture }),
    },
  };
}

function describeProblem(t: Translate, problem: FieldProblem, field: string): string {
  switch (problem) {
    case "letters":
      return t("rooms.letters_refused");
    case "choice_required":
      return t("rooms.choice_required");
    case "invalid_text_required":
      return t("accounts.field_required");
    case "invalid_text_marks":
      return t("common.invalid_text_marks");
    case "invalid_text_maxlength":
      return t("settings.too_long", {
        n: String(field === nameField ? roomNameLength : roomAnswerLength),
      });
  }
}

function focusField(form: HTMLFormElement, field: string): void {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}
