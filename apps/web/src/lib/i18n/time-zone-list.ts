import { defaultTimeZones } from "@toibako/contract/dates.ts";
import { getBrowserTimeZone } from "./time-zone.ts";

export interface TimeZoneOption {
  /** An IANA name. */
  zone: string;
  /** The name in the reader's language, such as "Central European Time". */
  name: string;
}

export interface TimeZoneGroup {
  /** The offset from UTC at present, such as "GMT+1". */
  offset: string;
  options: TimeZoneOption[];
}

/** The name of a time zone and its offset from UTC at one moment. */
interface NameAndOffset {
  name: string;
  /** Positive east of UTC. */
  offsetMinutes: number;
}

/**
 * Reads the name and the offset from one formatter, because creating a formatter is slow and there are 400
 * zones. The formatter has no part for the offset in minutes, so the offset is calculated: the zone's local
 * time, read as if it were UTC, minus the time in UTC.
 */
function readNameAndOffset(tag: string, zone: string, now: number): NameAndOffset {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  const formatter = createFormatter(tag, zone);
  if (!formatter) return { name: zone, offsetMinutes: 0 };
  for (const { type, value } of formatter.formatToParts(now)) parts[type] = value;
  const readPart = (type: Intl.DateTimeFormatPartTypes) => Number(parts[type]);
  const localTime = Date.UTC(
    readPart("year"),
    readPart("month") - 1,
    readPart("day"),
    readPart("hour"),
    readPart("minute"),
  );
  const offsetMinutes = Math.round((localTime - now) / 60_000);
  return { name: zone === "UTC" ? readUtcName(tag) : (parts.timeZoneName ?? zone), offsetMinutes };
}

/** Returns undefined if the browser doesn't know the zone, which may have been chosen in another browser. */
function createFormatter(tag: string, timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, {
      timeZone,
      timeZoneName: "longGeneric",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  } catch {
    return undefined;
  }
}

const readTimeZoneName = (formatter: Intl.DateTimeFormat, now: number) =>
  formatter.formatToParts(now).find(({ type }) => type === "timeZoneName")?.value ?? "";

/** Reads the long name, because UTC has no generic one. */
function readUtcName(tag: string): string {
  const formatter = new Intl.DateTimeFormat(tag, { timeZone: "UTC", timeZoneName: "long" });
  return readTimeZoneName(formatter, 0);
}

/** Returns the name of a time zone in a language, such as "Central European Time". */
export const nameTimeZone = (tag: string, zone: string): string =>
  readNameAndOffset(tag, zone, Date.now()).name;

/** The best known of the zones with the same name, which would otherwise be such as America/Detroit. */
const knownZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "Europe/London",
  "Australia/Sydney",
];

/**
 * Lists the time zones that the browser knows from west to east. Of the zones with the same name and offset,
 * lists only one: the chosen zone, else the browser's zone, else the default zone of a language or a well-known one.
 */
export function listTimeZones(tag: string, chosen: string, now = Date.now()): TimeZoneGroup[] {
  const preferred = [
    chosen,
    getBrowserTimeZone(),
    ...Object.values(defaultTimeZones),
    ...knownZones,
  ];
  /** The zones by offset in minutes and by name. */
  const groups = new Map<number, Map<string, string>>();
  for (const zone of new Set([...preferred, ...Intl.supportedValuesOf("timeZone")])) {
    const { name, offsetMinutes } = readNameAndOffset(tag, zone, now);
    const zones = groups.get(offsetMinutes) ?? new Map<string, string>();
    groups.set(offsetMinutes, zones);
    if (!zones.has(name)) zones.set(name, zone);
  }
  const { compare } = new Intl.Collator(tag);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([, zones]) => ({
      offset: readOffset(tag, zones.values().next().value, now),
      options: [...zones]
        .map(([name, zone]) => ({ zone, name }))
        .sort((a, b) => compare(a.name, b.name)),
    }));
}

/** Returns the offset of a zone from UTC as text, such as "GMT+1". */
function readOffset(tag: string, zone: string | undefined, now: number): string {
  try {
    const formatter = new Intl.DateTimeFormat(tag, {
      ...(zone !== undefined && { timeZone: zone }),
      timeZoneName: "shortOffset",
    });
    return readTimeZoneName(formatter, now);
  } catch {
    return "GMT";
  }
}
