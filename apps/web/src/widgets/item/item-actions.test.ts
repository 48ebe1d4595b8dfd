import { expect, test } from "vitest";
import { getAnswerPicture } from "./item-actions.tsx";

test("SHARE-01 SHARE-02 the address of an answer's picture is that of the question's picture with a version and, in a community, the answer's id", () => {
  expect(getAnswerPicture("/cards/questions/q.png", "tall", undefined)).toBe(
    "/cards/questions/q.tall.png",
  );
  expect(getAnswerPicture("/cards/questions/q.png?v=1", "answer", "a")).toBe(
    "/cards/questions/q.answer.png?v=1&answer_id=a",
  );
  const addressWithId = "/cards/questions/q.png?answer_id=a";
  expect(getAnswerPicture(addressWithId, "answer", "a")).toBe(
    "/cards/questions/q.answer.png?answer_id=a",
  );
});
