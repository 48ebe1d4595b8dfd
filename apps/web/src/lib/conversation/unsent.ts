import { readDraft, storeDraft } from "#lib/forms/draft.ts";
import type { Post } from "./state.ts";

/** What a tab keeps of a conversation until it is sent. */
export interface Unsent {
  text: string;
  posts: readonly Post[];
  returned: readonly Post[];
}

/** The posts are a draft of their own, so that the other one is the text alone. */
const getPostsKey = (draft: string) => `${draft}:posts`;

/** Reads what an earlier page of this tab has stored of a conversation. `draft` is the key of its draft. */
export function readUnsent(draft: string): Unsent {
  const stored = readDraft(getPostsKey(draft)) || "{}";
  const { posts = [], returned = [] } = JSON.parse(stored) as Partial<Unsent>;
  return { text: readDraft(draft), posts, returned };
}

export function storeUnsent(draft: string, { text, posts, returned }: Unsent): void {
  storeDraft(draft, text);
  const arePosts = posts.length + returned.length > 0;
  storeDraft(getPostsKey(draft), arePosts ? JSON.stringify({ posts, returned }) : "");
}
