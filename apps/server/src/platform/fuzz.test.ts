import { expect, test } from "vitest";
import { openTestDatabase } from "./testing/database.ts";
import { fuzz } from "./testing/fuzz/run.ts";

// `npm run fuzz` sends many more requests. On a busy machine even these take a minute.
test("SAFE-16 valid and malformed requests get the replies that the OpenAPI document declares", async () => {
  const database = await openTestDatabase();
  const { sent, statuses, successes, findings } = await fuzz({
    requests: 1_500,
    seed: 16,
    database,
  });
  expect(findings).toEqual([]);
  expect(sent).toBe(1_500);
  // Some requests are accepted, and some are refused.
  expect(successes.size).toBeGreaterThan(30);
  for (const status of [200, 201, 204, 400, 401, 403, 404, 415]) {
    expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy(isPositive)]);
  }
}, 240_000);

const isPositive = (count: number) => count > 0;
