import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";

/** The like of an answer to one's own question; nobody likes their own answers. */
export function SentLike({ answer }: { answer: SentAnswer }) {
  const user = useCurrentUser();
  return (
    <LikeToggle
      answer_id={answer.id_hash}
      likes_count={answer.likes_count}
      is_liked={answer.has_been_liked_by_current_user}
      may_like={answer.answered_user_toibako_id !== user?.account}
    />
  );
}
