import { type Db, statement } from "#platform/db.ts";

const inquiry = statement<{ email: string; topic: string; body: string; locale: string }>(
  "select email, topic, body, locale from inquiries where id = $1",
);

export async function findInquiry(db: Db, id: string) {
  return (await inquiry(db, id))[0];
}
