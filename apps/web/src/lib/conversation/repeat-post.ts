import { ApiError, toApiError } from "#lib/http/api-error.ts";
import { isReplyLost } from "#lib/http/keyed-send.ts";

/** Milliseconds for which a post without a reply is repeated. */
const repeatTime = 10_000;
/** Milliseconds after which a post is repeated: after a failure, and if nothing has happened. */
const pause = 1_000;
const patience = 4_000;

/**
 * Posts, and repeats it until there is a reply that says whether it was stored, for ten seconds. The post must have
 * the same effect however often it is repeated.
 */
export function postRepeatedly<T>(post: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let next: ReturnType<typeof setTimeout> | undefined;
    let failure = new ApiError(0, { code: "timeout", messages: [], details: {} });
    const finish = (settle: () => void) => {
      isOver = true;
      clearTimeout(next);
      clearTimeout(end);
      settle();
    };
    const end = setTimeout(() => finish(() => reject(failure)), repeatTime);
    const attempt = () => {
      // The connection may hang, for example after a change of the network.
      const repetition = setTimeout(attempt, patience);
      next = repetition;
      post().then(
        (reply) => finish(() => resolve(reply)),
        (error: unknown) => {
          if (isOver) return;
          failure = toApiError(error);
          if (!isReplyLost(failure)) return finish(() => reject(failure));
          if (next !== repetition) return;
          clearTimeout(next);
          next = setTimeout(attempt, pause);
        },
      );
    };
    attempt();
  });
}
