import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseTimeZone, createDateReader, floorToHour } from "./dates.ts";

test("PRIV-02 floorToHour rounds down to the hour", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0) }), (moment) => {
      const hour = floorToHour(moment);
      expect(hour.toISOString()).toMatch(/:00:00\.000Z$/);
      const lost = moment.getTime() - hour.getTime();
      expect(lost).toBeGreaterThanOrEqual(0);
      expect(lost).toBeLessThan(3_600_000);
    }),
  );
});

test("SET-17 dates are in the time zone of the account, for visitors in that of the language", () => {
  expect(createDateReader("dt", { time_zone: "Asia/Seoul" }).time_zone).toBe("Asia/Seoul");
  expect(createDateReader("dt", undefined).time_zone).toBe("Europe/Berlin");
  expect(createDateReader("ja", undefined).time_zone).toBe("Asia/Tokyo");
});

test("SET-17 a new account has the browser's time zone, or that of the language if it is unknown", () => {
  expect(chooseTimeZone("America/New_York", "th")).toBe("America/New_York");
  expect(chooseTimeZone("Mars/Olympus", "th")).toBe("Asia/Bangkok");
  expect(chooseTimeZone(undefined, "zh-TW")).toBe("Asia/Taipei");
});
