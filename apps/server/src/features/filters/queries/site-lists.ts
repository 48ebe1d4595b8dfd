import type { WordListKind } from "@toibako/contract/staff/contents/word-lists.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import type { Matcher } from "../matcher.ts";
import { prepareText } from "../normalize.ts";
import { type AddedLines, buildMessageMatcher, loadWordLists, type WordLists } from "../words.ts";

/** How long a process uses the lists before it looks whether staff have changed one. */
const reloadSeconds = 10;

/** The lists of the site, with what staff have added. */
interface SiteLists {
  /** The sum of the versions of all lists; every save raises it. */
  version: number;
  questions: WordLists;
  messages: Matcher;
}

interface LoadedLists {
  expiresAt: number;
  lists: Promise<SiteLists>;
}

type ListServices = Pick<Services, "db" | "config">;

/** The lists of each site that runs in this process, which is one outside of tests. */
const loadedLists = new WeakMap<Services["config"], LoadedLists>();

/** Returns the lists that are at most `reloadSeconds` old. Callers that come while they are read wait for the same read. */
export function getLists(services: ListServices): Promise<SiteLists> {
  const loaded = loadedLists.get(services.config);
  if (loaded && Date.now() < loaded.expiresAt) return loaded.lists;
  const lists = reloadLists(services, loaded?.lists);
  const expiresAt = Date.now() + reloadSeconds * millisecondsPerSecond;
  loadedLists.set(services.config, { expiresAt, lists });
  lists.catch(() => {
    if (loaded) loadedLists.set(services.config, { ...loaded, expiresAt: 0 });
    else loadedLists.delete(services.config);
  });
  return lists;
}

const selectVersion = statement(
  "filters.selectListsVersion",
  'select coalesce(sum(version), 0)::int as "version!" from word_lists',
);

/** Builds the lists without what staff have added, so that the first request doesn't wait for that. */
export function prepareLists({ config }: Pick<Services, "config">): void {
  const lists = {
    version: 0,
    questions: loadWordLists(config.ng_words_dir),
    messages: buildMessageMatcher(config.ng_words_dir),
  };
  loadedLists.set(config, { expiresAt: 0, lists: Promise.resolve(lists) });
}

/** Builds the lists again if staff have changed one of them. */
async function reloadLists(
  { db, config }: ListServices,
  former: Promise<SiteLists> | undefined,
): Promise<SiteLists> {
  const lists = await former;
  const [{ version } = { version: 0 }] = await selectVersion(db, {});
  if (lists?.version === version) return lists;
  const { questions, messages } = await readAddedLines(db);
  return {
    version,
    questions: loadWordLists(config.ng_words_dir, questions, lists?.questions),
    messages: buildMessageMatcher(config.ng_words_dir, messages),
  };
}

const selectLines = statement("filters.selectLines", "select list, locale, lines from word_lists");

/** Reads what staff have added to each list. */
export async function readAddedLines(db: Db): Promise<Record<WordListKind, AddedLines>> {
  const added: Record<WordListKind, AddedLines> = { questions: {}, messages: {} };
  for (const { list, locale, lines } of await selectLines(db, {})) added[list][locale] = lines;
  return added;
}

/** Lets this process read the lists again at the next use. Other processes do within `reloadSeconds`. */
export function expireLists({ config }: Pick<Services, "config">): void {
  const loaded = loadedLists.get(config);
  if (loaded) loadedLists.set(config, { ...loaded, expiresAt: 0 });
}

/** Returns the lists by which questions are held. */
export async function readQuestionLists(services: ListServices): Promise<WordLists> {
  return (await getLists(services)).questions;
}

/** Whether a message contains a word of the site's list for messages. */
export async function hasForbiddenWord(services: ListServices, text: string): Promise<boolean> {
  const { messages } = await getLists(services);
  return messages.find(prepareText(text)) !== undefined;
}
