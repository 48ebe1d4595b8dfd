import { Type } from "typebox";
import { locales, type TranslatedText } from "../../locales.ts";
import { defineObject } from "../../shapes.ts";
import { getLooseLength } from "../../text.ts";
import { staffWriteErrors } from "../console.ts";
import { newVersion } from "./version.ts";

/** The version that the caller has read; `newVersion` creates the content. */
export const ReadVersion = Type.Integer({ minimum: newVersion, maximum: 1_000_000_000 });

/** Where a content stands in its list; the smallest number comes first. */
export const Position = Type.Integer({ minimum: 0, maximum: 9_999 });

/** Errors of every save of a content. */
export const saveErrors = [...staffWriteErrors, "case_changed"] as const;

/** A text of at most `limit` characters in each language, as somebody has typed it. */
export const buildTypedTexts = (limit: number) =>
  Type.Unsafe<TranslatedText>(
    defineObject(
      Object.fromEntries(
        locales.map((locale) => [locale, Type.String({ maxLength: getLooseLength(limit) })]),
      ),
    ),
  );

/** A stored text in each language. */
export const StoredTexts = Type.Unsafe<TranslatedText>(
  defineObject(Object.fromEntries(locales.map((locale) => [locale, Type.String()]))),
);
