import type { Db } from "#platform/database/db.ts";

/** The shapes of the pictures of communities and of banners have names that differ. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    update content_pictures set shape = 'community_banner' where shape = 'banner';
    update content_pictures set shape = 'site_banner' where shape = 'notice'`);
}
