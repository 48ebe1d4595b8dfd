import { type Migration, Migrator } from "kysely/migration";
import * as accounts from "../migrations/20261120T2000-accounts.ts";
import * as questions from "../migrations/20261120T2010-questions.ts";
import * as notices from "../migrations/20261120T2100-notices.ts";
import * as help from "../migrations/20261120T2110-help.ts";
import * as identities from "../migrations/20261121T0900-identities.ts";
import * as askingInFull from "../migrations/20261121T1000-asking-in-full.ts";
import * as shareImages from "../migrations/20261121T1100-share-images.ts";
import * as friendsAndBatons from "../migrations/20261121T1215-friends-and-batons.ts";
import type { Db } from "./db.ts";

/** The one history of both databases; forward only, in this order. */
const migrations: Record<string, Migration> = {
  "20261120T2000-accounts": accounts,
  "20261120T2010-questions": questions,
  "20261120T2100-notices": notices,
  "20261120T2110-help": help,
  "20261121T0900-identities": identities,
  "20261121T1000-asking-in-full": askingInFull,
  "20261121T1100-share-images": shareImages,
  "20261121T1215-friends-and-batons": friendsAndBatons,
};

/** Brings the schema up to date; several processes may try at once, one does it. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error("the schema could not be brought up to date", { cause: error });
}
