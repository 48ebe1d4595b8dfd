import { statement } from "#platform/database/statement.ts";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import type { Matcher } from "../matcher.ts";
import { prepareText } from "../normalize.ts";
import { buildMessageMatcher } from "../words.ts";

const selectAdded = statement(
  "filters.selectMessageWords",
  "select locale, word from message_words order by pk",
);

/** How long a process uses the list before it reads the table again. */
const reloadSeconds = 10;

interface LoadedList {
  expiresAt: number;
  /** The added words from which the matcher was built. */
  words: string;
  matcher: Matcher;
}

type WordServices = Pick<Services, "db" | "config">;

/** The list of each site that runs in this process, which is one outside of tests. */
const loadedLists = new WeakMap<Services["config"], LoadedList>();

/** Returns the matcher of the site's list for messages. Builds it again after the table has changed. */
async function getMatcher({ db, config }: WordServices): Promise<Matcher> {
  const loaded = loadedLists.get(config);
  if (loaded && Date.now() < loaded.expiresAt) return loaded.matcher;
  const added = await selectAdded(db, {});
  const words = JSON.stringify(added);
  const matcher =
    loaded?.words === words ? loaded.matcher : buildMessageMatcher(added, config.ng_words_dir);
  const expiresAt = Date.now() + reloadSeconds * millisecondsPerSecond;
  loadedLists.set(config, { expiresAt, words, matcher });
  return matcher;
}

/** Whether a message contains a word of the site's list for messages. */
export async function hasForbiddenWord(services: WordServices, text: string): Promise<boolean> {
  const matcher = await getMatcher(services);
  return matcher.find(prepareText(text)) !== undefined;
}
