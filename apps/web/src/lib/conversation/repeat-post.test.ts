import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#lib/http/api-error.ts";
import { postRepeatedly } from "./repeat-post.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createError = (status: number) =>
  new ApiError(status, { code: "unexpected", messages: [], details: {} });

/** Posts with these outcomes, one after the other; the last one is that of all further posts. */
function start(...outcomes: ("reply" | "hangs" | number)[]) {
  const post = vi.fn(() => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome === "reply") return Promise.resolve("reply");
    return typeof outcome === "number"
      ? Promise.reject(createError(outcome))
      : new Promise(() => {});
  });
  const end = vi.fn<(end: unknown) => void>();
  postRepeatedly(post).then(end, end);
  return { post, end };
}

test("TALK-13 a post that gets a reply is sent once", async () => {
  const { post, end } = start("reply");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(post).toHaveBeenCalledTimes(1);
  expect(end).toHaveBeenCalledWith("reply");
});

test.each([400, 403, 409, 412, 422, 429])(
  "TALK-19 a post refused with %d is not repeated",
  async (status) => {
    const { post, end } = start(status);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(post).toHaveBeenCalledTimes(1);
    expect(end).toHaveBeenCalledWith(createError(status));
  },
);

test.each([0, 500, 503])(
  "TALK-13 a post without a reply (%d) is repeated until there is one",
  async (status) => {
    const { post, end } = start(status, status, "reply");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(post).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(end).toHaveBeenCalledWith("reply");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(post).toHaveBeenCalledTimes(3);
  },
);

test("TALK-13 after ten seconds without a reply a post has failed, and is not repeated any more", async () => {
  const { post, end } = start(0);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toHaveBeenCalledWith(createError(0));
  const { length } = post.mock.calls;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(post).toHaveBeenCalledTimes(length);
});

test("TALK-13 a post whose connection hangs is sent again beside it", async () => {
  const { post, end } = start("hangs", "reply");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(post).toHaveBeenCalledTimes(2);
  expect(end).toHaveBeenCalledWith("reply");
});
