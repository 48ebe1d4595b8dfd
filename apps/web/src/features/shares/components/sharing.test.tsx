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
