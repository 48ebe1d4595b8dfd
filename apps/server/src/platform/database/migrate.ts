import { type Migration, Migrator } from "kysely/migration";
import type { Secrets } from "#platform/identity/secrets.ts";
import * as accounts from "../../migrations/20261120T2000-accounts.ts";
import * as questions from "../../migrations/20261120T2010-questions.ts";
import * as notices from "../../migrations/20261120T2100-notices.ts";
import * as help from "../../migrations/20261120T2110-help.ts";
import * as identities from "../../migrations/20261121T0900-identities.ts";
import * as questionTypesAndFilters from "../../migrations/20261121T1000-asking-in-full.ts";
import * as shareImages from "../../migrations/20261121T1100-share-images.ts";
import * as friendsAndBatons from "../../migrations/20261121T1215-friends-and-batons.ts";
import * as unreadStampsIndex from "../../migrations/20261121T1710-stamps-that-wait.ts";
import * as unlinkableSenders from "../../migrations/20261122T0900-unlinkable-senders.ts";
import * as calmMode from "../../migrations/20261122T0910-calm-mode.ts";
import * as timeZonesOfSignIns from "../../migrations/20261122T1215-time-zones-of-sign-ins.ts";
import * as welcomeLetters from "../../migrations/20261122T1240-welcome-letters.ts";
import * as communities from "../../migrations/20261123T0900-communities.ts";
import * as dailyCommunityQuestions from "../../migrations/20261123T0910-daily-community-questions.ts";
import * as communitySuggestions from "../../migrations/20261123T1001-community-suggestions.ts";
import * as accountsOfABrowser from "../../migrations/20261123T1100-accounts-of-a-browser.ts";
import * as mails from "../../migrations/20261123T1200-mails.ts";
import * as firstSteps from "../../migrations/20261123T1300-first-steps.ts";
import * as friendsAnswers from "../../migrations/20261123T1400-friends-answers.ts";
import * as importedFollowers from "../../migrations/20261123T1401-imported-followers.ts";
import * as leaving from "../../migrations/20261123T1500-leaving.ts";
import * as pushSubscriptions from "../../migrations/20261123T1600-push-subscriptions.ts";
import * as factors from "../../migrations/20261123T1700-factors.ts";
import * as digests from "../../migrations/20261123T1730-digests.ts";
import * as changedHandles from "../../migrations/20261123T1800-changed-handles.ts";
import * as archives from "../../migrations/20261123T1810-archives.ts";
import * as identityConfirmations from "../../migrations/20261124T0900-identity-confirmations.ts";
import * as findingPeople from "../../migrations/20261124T1000-finding-people.ts";
import * as archiveImports from "../../migrations/20261124T1100-archive-imports.ts";
import * as picturesAndWaitingImports from "../../migrations/20261124T1200-pictures-and-waiting-imports.ts";
import * as emailReminders from "../../migrations/20261124T1600-email-reminders.ts";
import * as exactNames from "../../migrations/20261124T1700-exact-names.ts";
import * as reportsOfBroughtAnswers from "../../migrations/20261124T1710-reports-of-brought-answers.ts";
import * as noticesOfChangedAddresses from "../../migrations/20261124T1720-notices-of-changed-addresses.ts";
import * as chosenWeeklyPosts from "../../migrations/20261124T1800-chosen-weekly-posts.ts";
import * as importsOfUnlinkedAccounts from "../../migrations/20261124T1810-imports-of-unlinked-accounts.ts";
import * as revokedMailLinks from "../../migrations/20261126T1900-revoked-mail-links.ts";
import type { Db } from "./db.ts";

/**
 * All migrations, forward only and the same for PostgreSQL and PGlite. Kysely runs them in the order
 * of their names. The database stores the names of migrations that have run, so a name must not change.
 */
const loadMigrations = (secrets: Secrets): Record<string, Migration> => ({
  "20261120T2000-accounts": accounts,
  "20261120T2010-questions": questions,
  "20261120T2100-notices": notices,
  "20261120T2110-help": help,
  "20261121T0900-identities": identities,
  "20261121T1000-asking-in-full": questionTypesAndFilters,
  "20261121T1100-share-images": shareImages,
  "20261121T1215-friends-and-batons": friendsAndBatons,
  "20261121T1710-stamps-that-wait": unreadStampsIndex,
  "20261122T0900-unlinkable-senders": { up: (db) => unlinkableSenders.up(db, secrets) },
  "20261122T0910-calm-mode": calmMode,
  "20261122T1215-time-zones-of-sign-ins": timeZonesOfSignIns,
  "20261122T1240-welcome-letters": welcomeLetters,
  "20261123T0900-communities": communities,
  "20261123T0910-daily-community-questions": dailyCommunityQuestions,
  "20261123T1001-community-suggestions": communitySuggestions,
  "20261123T1100-accounts-of-a-browser": accountsOfABrowser,
  "20261123T1200-mails": mails,
  "20261123T1300-first-steps": firstSteps,
  "20261123T1400-friends-answers": friendsAnswers,
  "20261123T1401-imported-followers": importedFollowers,
  "20261123T1500-leaving": leaving,
  "20261123T1600-push-subscriptions": pushSubscriptions,
  "20261123T1700-factors": factors,
  "20261123T1730-digests": digests,
  "20261123T1800-changed-handles": changedHandles,
  "20261123T1810-archives": archives,
  "20261124T0900-identity-confirmations": identityConfirmations,
  "20261124T1000-finding-people": findingPeople,
  "20261124T1100-archive-imports": archiveImports,
  "20261124T1200-pictures-and-waiting-imports": picturesAndWaitingImports,
  "20261124T1600-email-reminders": emailReminders,
  "20261124T1700-exact-names": exactNames,
  "20261124T1710-reports-of-brought-answers": reportsOfBroughtAnswers,
  "20261124T1720-notices-of-changed-addresses": noticesOfChangedAddresses,
  "20261124T1800-chosen-weekly-posts": chosenWeeklyPosts,
  "20261124T1810-imports-of-unlinked-accounts": importsOfUnlinkedAccounts,
  "20261126T1900-revoked-mail-links": revokedMailLinks,
});

/**
 * Migrates to the latest schema, or to the migration named `target`. Several processes may call it at
 * once; one runs the migrations. `secrets` is needed to convert rows that hold keyed hashes.
 */
export async function migrate(db: Db, secrets: Secrets, target?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(loadMigrations(secrets)) },
  });
  const { error } = await (target === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(target));
  if (error) throw new Error("the schema could not be brought up to date", { cause: error });
}
