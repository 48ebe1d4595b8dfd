import { readDraft, storeDraft } from "#lib/forms/draft.ts";
import type { Unsent } from "./state.ts";

/** The posts and the reply are a draft of their own, so that the other one is the text alone. */
const getPostsKey = (draft: string) => `${draft}:posts`;

/** Reads what an earlier page of this tab has stored of a conversation. `draft` is the key of its draft. */
export function readUnsent(draft: string): Unsent {
  const stored = readDraft(getPostsKey(draft)) || "{}";
  const { posts = [], returned = [], replied_message } = JSON.parse(stored) as Partial<Unsent>;
  return { text: readDraft(draft), replied_message, posts, returned };
}

export function storeUnsent(
  draft: string,
  { text, replied_message, posts, returned }: Unsent,
): void {
  storeDraft(draft, text);
  const isMore = posts.length + returned.length > 0 || replied_message !== undefined;
  const more = isMore ? JSON.stringify({ posts, returned, replied_message }) : "";
  storeDraft(getPostsKey(draft), more);
}
