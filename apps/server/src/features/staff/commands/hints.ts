import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";

const selectStaffToTell = statement(
  "staff.selectStaffToTell",
  "select pk from users where role is not null and left_at is null",
);

/**
 * Tells the open pages of all staff that the queue has changed: who holds a case, or what was decided. It names no case.
 * Nobody waits for it; pages that miss it read the queue again by themselves.
 */
export function publishCases({
  db,
  bus,
  secrets,
  log,
}: Pick<Services, "db" | "bus" | "secrets" | "log">): void {
  selectStaffToTell(db, {}).then(
    (staff) => {
      const owners = staff.map(({ pk }) =>
        secrets.deriveEventOwner(secrets.deriveAccountIdentity(pk)),
      );
      bus.publish("stream", { owners, event: { kind: "cases", data: {} } });
    },
    (error: unknown) => log.warn({ err: error }, "staff could not be told of a change"),
  );
}
