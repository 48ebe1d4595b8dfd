import type { Db } from "#platform/database/db.ts";

/** Rooms of school years come before the official ones, which would push them off the list of joinable rooms. */
export async function up(db: Db): Promise<void> {
  await db.query("update rooms set priority = 1000 where room_type = 'open_chat_by_grade'");
}
