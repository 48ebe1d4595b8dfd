import { expect, test } from "vitest";
import "../../app.ts";
import { declaredStatements } from "./statement.ts";

const locks = /\bfor (?:no key update|update|key share|share)\b(?! (?:of \w+ )?skip locked)/;
/**
 * Statements that lock rows and do more. A statement that waited for a lock sees other tables as they were
 * before; each of these reads only the locked rows, or writes what unique indexes and row counts keep right.
 */
const reviewed: Record<string, string> = {
  "answers.deleteAnswer":
    "reads the answer that it deletes; a deletion that came first leaves nothing to delete",
  "answers.deleteCommunityAnswer": "the caller has locked the question in the statement before",
  "answers.insertAnswer":
    "`on conflict do nothing`; the caller runs it again to see an earlier answer. Of the receiver it reads the locked row",
  "archives.claimExport": "reads only the locked export",
  "archives.insertBroughtAnswers":
    "reads the locked import's number of batches, which a repeated attempt no longer matches",
  "billing.announcePrice": "reads only the locked subscriptions",
  "communities.insertAnswer":
    "the caller has locked the question and the answerer in the statements before",
  "communities.lockCopy": "the original of a copy never changes",
  "filters.updateAllDropped": "reads only the locked questions",
  "inbox.deleteBinned": "reads only the locked question",
  "inbox.deleteCopies": "counts the rows that it deleted, and runs until none is left",
  "inbox.deleteOldUnreadCopies": "counts the rows that it deleted",
  "inbox.emptyBin": "reads only the locked questions",
  "inbox.insertCopies": "the caller has locked the originals in the statement before",
  "inbox.updateStatus": "reads only the locked question",
  "leaving.countAsFollowed": "counts the follows that it changed",
  "leaving.countAsFollower": "counts the follows that it changed",
  "likes.toggle": "counts the rows that it inserted and deleted",
  "likes.toggleOnce": "counts the rows that it inserted and deleted",
  "moderation.insertBroughtReport":
    "only a deletion of the answer makes it wait, which leaves no row",
  "moderation.insertCommunityReport": "the caller has locked the question in the statement before",
  "moderation.lockReportable": "the pseudonym of a question never changes",
  "notices.markQuestionsSeen": "reads only the locked questions",
  "notices.resealReadStates": "reads only the locked states",
  "privacy.deleteLikes": "counts the rows that it deleted",
  "questions.lockCommunityQuestion": "the question's community never changes",
  "questions.withdrawUnanswered": "reads only the locked question",
  "rooms.archiveGradeRooms":
    "counts a change only for the rooms that it archived; a repetition archives none",
  "rooms.lockGroupOfRoom": "the group of a room never changes",
  "staff.restoreAnswer": "the caller has locked the question in the statement before",
  "staff.takeLease": "reads only the locked case",
  "settings.updateSettings": "reads only the locked account; a unique index decides about handles",
};

test("statements that lock rows do nothing else, apart from reviewed ones", () => {
  const locking = [...declaredStatements].filter(([, { text }]) => locks.test(text));
  const others = locking.filter(([, { text }]) => /\b(?:with|join|exists)\b/.test(text));
  // Lock in one statement (`lockThen`) and read in the next, or say here why one statement is right.
  expect(others.map(([name]) => name).sort()).toEqual(Object.keys(reviewed).sort());
  expect(locking.length).toBeGreaterThan(others.length);
});
