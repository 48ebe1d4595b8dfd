import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();

/** Lists from which the form of one content is filled as well. */
const listsWithContents = ["listEditedRoomQuestions"];

test("ADMIN-09 the lists of contents have their titles in one language and nothing else of their texts", () => {
  const { paths = {} } = site.app.swagger() as {
    paths?: Record<string, { get?: { operationId?: string; responses?: Record<string, unknown> } }>;
  };
  const lists = Object.values(paths).flatMap(({ get }) =>
    get?.operationId?.startsWith("listEdited") ? [get] : [],
  );
  expect(lists.length).toBeGreaterThan(listsWithContents.length);
  const withTexts = lists.filter(({ responses }) =>
    JSON.stringify(responses?.["200"]).includes('"zh-TW":{"type":"string"}'),
  );
  expect(withTexts.map(({ operationId }) => operationId)).toEqual(listsWithContents);
});
