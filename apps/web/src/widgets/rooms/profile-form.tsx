import { roomAnswerLength, roomNameLength } from "@toibako/contract/rooms.ts";
import { RoomQuestionField } from "#features/rooms/components/question-field.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { nameField } from "./profile-values.ts";
import { RoomPictureField } from "./room-picture-field.tsx";
import { type ProfileFormOptions, useProfileForm } from "./use-profile-form.ts";

interface ProfileFormProps extends ProfileFormOptions {
  submitLabel: string;
  pendingLabel: string;
}

/** The picture, the name and the answers by which a member is known in a room: the form of joining and of editing. */
export function ProfileForm({ submitLabel, pendingLabel, ...options }: ProfileFormProps) {
  const { t } = useTexts();
  const { isBusy, message, submit, getFieldProps, picture } = useProfileForm(options);
  return (
    <ScriptedForm onSubmit={submit}>
      <RoomPictureField {...picture} />
      {options.is_without_latin && <Callout>{t("rooms.without_latin")}</Callout>}
      <RoomQuestionField
        {...getFieldProps(nameField)}
        label={t("rooms.display_name")}
        hint={t("rooms.display_name_hint", { max: roomNameLength })}
        limit={roomNameLength}
        isRequired
      />
      {options.questions.map((question) => (
        <RoomQuestionField
          key={question.question_id}
          {...getFieldProps(question.question_id)}
          label={question.body}
          limit={roomAnswerLength}
          isRequired={question.is_required}
          {...(question.input_type === "select" && { options: question.options })}
        />
      ))}
      {message && (
        <Callout
          tone="error"
          {...(message !== options.failureText && { title: options.failureText })}
        >
          {message}
        </Callout>
      )}
      <Button type="submit" isWide isPending={isBusy} pendingLabel={pendingLabel}>
        {submitLabel}
      </Button>
    </ScriptedForm>
  );
}
