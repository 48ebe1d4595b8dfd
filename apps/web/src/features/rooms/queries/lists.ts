import type { Locale } from "@toibako/contract/locales.ts";
import { listJoinableRooms, listRooms, roomLocales } from "@toibako/contract/rooms.ts";
import { api } from "#lib/http/client.ts";

/** The rooms of the account; 20 a page. */
export const roomsQuery = (page: number, locale: Locale) =>
  api.query(listRooms, { query: { page: String(page), locale } });

/** The rooms that an account with a birthday can join. */
export const joinableRoomsQuery = (locale: Locale) =>
  api.query(listJoinableRooms, { query: { locale } });

/** Whether pages in this language offer rooms to join; in the others an account sees those that it is in. */
export const offersRooms = (locale: Locale): boolean =>
  (roomLocales as readonly Locale[]).includes(locale);
