import { postAnswer, useXPostMethod } from "../queries.ts";
import { PostToXButton } from "./post-to-x-button.tsx";

interface LinkedPostProps {
  answer_id: string;
  onFailed: (failure: { post: () => Promise<unknown>; reason: string }) => void;
}

/** A button that posts the answer from the linked account on X; renders nothing if no account is linked. */
export function LinkedPost({ answer_id, onFailed }: LinkedPostProps) {
  if (useXPostMethod() !== "linked") return null;
  const post = () => postAnswer(answer_id);
  return (
    <PostToXButton
      post={post}
      onFailed={(reason) => onFailed({ post, reason })}
      variant="outline"
    />
  );
}
