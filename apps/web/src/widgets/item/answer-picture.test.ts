import { expect, test } from "vitest";
import { getAnswerPicture } from "./answer-picture.ts";

test("SHARE-01 SHARE-02 the picture of an answer is the question's in another version; in a community it names the answer", () => {
  expect(getAnswerPicture("/cards/questions/q.png", "tall", undefined)).toBe(
    "/cards/questions/q.tall.png",
  );
  expect(getAnswerPicture("/cards/questions/q.png?v=1", "answer", "a")).toBe(
    "/cards/questions/q.answer.png?v=1&answer_id=a",
  );
  const named = "/cards/questions/q.png?answer_id=a";
  expect(getAnswerPicture(named, "answer", "a")).toBe("/cards/questions/q.answer.png?answer_id=a");
});
