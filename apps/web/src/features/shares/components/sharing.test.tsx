import { expect, test } from "vitest";
import { buildXPostUrl } from "./sharing.tsx";

test("SHARE-04 the address of X's page contains the link, the text and the hashtag, with special characters encoded", () => {
  const text = "「A&B=#1 100%？」 Toibako";
  const post = new URL(buildXPostUrl("https://toibako.test/ja/q/a?b=c&d", text));
  expect(post.origin + post.pathname).toBe("https://x.com/intent/post");
  expect(Object.fromEntries(post.searchParams)).toEqual({
    url: "https://toibako.test/ja/q/a?b=c&d",
    text,
    hashtags: "toibako",
  });
});

test("SHARE-04 FRND-07 a post mentions nobody whose name is in a question, but the follower to whom it is sent", () => {
  const text = "“Is @mina or ＠ren nicer? a@b.example @ 3 pm”";
  const readPost = (options?: { mayMention: boolean }) =>
    new URL(buildXPostUrl("https://toibako.test/ja", text, options)).searchParams.get("text");
  expect(readPost()).toBe("“Is @\u2060mina or ＠\u2060ren nicer? a@\u2060b.example @ 3 pm”");
  expect(readPost({ mayMention: true })).toBe(text);
});
