import { expect, test } from "vitest";
import { buildTweetUrl } from "./sharing.tsx";

test("SHARE-04 a tweet carries link, text and hashtag, whatever characters are in them", () => {
  const text = "「A&B=#1 100%？」 Toibako";
  const tweet = new URL(buildTweetUrl("https://toibako.test/ja/q/a?b=c&d", text));
  expect(tweet.origin + tweet.pathname).toBe("https://x.com/intent/post");
  expect(Object.fromEntries(tweet.searchParams)).toEqual({
    url: "https://toibako.test/ja/q/a?b=c&d",
    text,
    hashtags: "toibako",
  });
});
