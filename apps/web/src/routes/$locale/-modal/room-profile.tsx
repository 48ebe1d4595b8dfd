import { type SubmitEvent, useId, useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { type Frame, Message } from "./message.tsx";

const nameLimit = 20;

interface PersonalItem {
  question_id: string;
  question: string;
  value: string;
}

interface RoomProfile {
  display_name: string;
  items: PersonalItem[];
}

interface RoomProfileProps extends Frame, RoomProfile {
  on_save: (profile: RoomProfile) => Promise<unknown>;
}

/** How one is called in a room, and one's answers to its questions. */
export function RoomProfile({ display_name, items, on_save, ...frame }: RoomProfileProps) {
  const { t } = useTexts();
  const form = useId();
  const [profile, setProfile] = useState<RoomProfile>({ display_name, items });
  const [state, setState] = useState<"writing" | "saving" | "failed">("writing");
  const is_complete = profile.display_name.trim() !== "";

  const answer = (question_id: string, value: string) =>
    setProfile({
      ...profile,
      items: profile.items.map((item) =>
        item.question_id === question_id ? { ...item, value } : item,
      ),
    });
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!is_complete || state === "saving") return;
    setState("saving");
    try {
      await on_save(profile);
      frame.on_open_change(false);
      setState("writing");
    } catch {
      setState("failed");
    }
  }
  return (
    <Message
      {...frame}
      title={t("modals.room_title")}
      actions={
        <Button
          type="submit"
          form={form}
          wide
          disabled={!is_complete}
          pending={state === "saving"}
          pendingLabel={t("modals.room_saving")}
        >
          {t("modals.room_save")}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4 text-ink">
        {state === "failed" && <Notice tone="error">{t("modals.room_failed")}</Notice>}
        <Field label={t("modals.room_name")} hint={t("modals.room_name_hint", { n: nameLimit })}>
          <Input
            value={profile.display_name}
            maxLength={nameLimit}
            onChange={({ target }) => setProfile({ ...profile, display_name: target.value })}
          />
        </Field>
        {profile.items.map(({ question_id, question, value }) => (
          <Field key={question_id} label={question}>
            <Input value={value} onChange={({ target }) => answer(question_id, target.value)} />
          </Field>
        ))}
      </form>
    </Message>
  );
}
