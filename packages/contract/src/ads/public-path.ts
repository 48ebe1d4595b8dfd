import { isHandle } from "../handles.ts";
import { isLocale } from "../locales.ts";
import { isReservedHandle } from "../reserved-handles.ts";

/**
 * Returns the path of a page that everybody can read, without a query; "" for any other text. Only such addresses are told to
 * advertising networks.
 */
export function readPublicPath(text: unknown): string {
  if (typeof text !== "string" || text.length > 200) return "";
  const [start, locale, ...segments] = text.replace(/\/$/, "").split("/");
  const path = segments.join("/");
  if (start !== "" || !isLocale(locale)) return "";
  const isProfile = segments.length === 1 && isHandle(path) && !isReservedHandle(path);
  return isProfile || publicPaths.test(path) ? `/${locale}/${path}` : "";
}

/** Of questions, of communities and of the timeline. The pages of one's own items in a community are not public. */
const publicPaths =
  /^(q\/[\w-]{22}|me\/friends|communities(\/[\w-]+\/categories\/[\w-]+(\/(users|items(\/[\w-]{22})?))?)?)$/;
