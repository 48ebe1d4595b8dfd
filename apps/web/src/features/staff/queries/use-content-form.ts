import { type Locale, locales } from "@toibako/contract/locales.ts";
import { useEffect, useRef, useState } from "react";
import { useDraft } from "#lib/forms/draft.ts";
import { ApiError } from "#lib/http/client.ts";
import {
  type ContentField,
  type ContentValues,
  listValueNames,
  type StoredContent,
} from "./content-values.ts";

/** The values that somebody has typed, and the version of the content that they have read. */
interface ContentDraft {
  version: number;
  values: ContentValues;
}

function readDraft(text: string): ContentDraft | undefined {
  return text === "" ? undefined : (JSON.parse(text) as ContentDraft);
}

interface ContentFormOptions {
  /** Identifies the content in this tab, so that what is typed survives a reload. */
  draftKey: string;
  fields: readonly ContentField[];
  stored: StoredContent;
  /** Saves the values over the version. */
  save: (version: number, values: ContentValues) => Promise<unknown>;
  /** Reads the stored content again, after somebody else has saved it. */
  refresh: () => Promise<unknown>;
}

/**
 * The state of a form for a content with a version. If somebody else has saved the content since it was read, the form
 * keeps what was typed and names the values that differ; the next save is over the version that is shown then.
 */
export function useContentForm({ draftKey, fields, stored, save, refresh }: ContentFormOptions) {
  const [text, storeDraft, discardDraft] = useDraft(draftKey);
  const draft = readDraft(text);
  // What was typed last, for functions of an earlier render: an upload or a save may end after further typing.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = readDraft(text);
  }, [text]);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [locale, setLocale] = useState<Locale>(locales[0]);
  const [isSaved, setIsSaved] = useState(false);
  const values = { ...stored.values, ...draft?.values };
  const names = fields.flatMap(listValueNames);
  const differing = names.filter((name) => values[name] !== stored.values[name]);
  const isConflict = draft !== undefined && draft.version < stored.version && differing.length > 0;
  const details = error instanceof ApiError ? error.details : {};

  function write(next: ContentDraft) {
    latest.current = next;
    storeDraft(JSON.stringify(next));
  }

  function change(name: string, value: string) {
    setIsSaved(false);
    const { version, values: typed } = latest.current ?? { version: stored.version, values: {} };
    write({ version, values: { ...typed, [name]: value } });
  }

  /** Keeps of the draft only what was typed after `sent`. */
  function dropSent(sent: ContentValues) {
    const { version, values: typed } = latest.current ?? { version: 0, values: {} };
    const later = Object.entries(typed).filter(([name, value]) => value !== sent[name]);
    if (later.length > 0) write({ version, values: Object.fromEntries(later) });
    else {
      latest.current = undefined;
      discardDraft();
    }
  }

  async function submit() {
    if (isPending) return;
    setIsPending(true);
    setError(undefined);
    try {
      await save(stored.version, values);
      // The save has raised the version by one. Until the content is read again, the form shows what was sent.
      write({ version: stored.version + 1, values: latest.current?.values ?? {} });
      await refresh();
      dropSent(values);
      setIsSaved(true);
    } catch (failure) {
      setError(failure);
      showFirstProblem(failure);
      await refresh();
    }
    setIsPending(false);
  }

  /** Shows the language of the first invalid text. */
  function showFirstProblem(failure: unknown) {
    if (!(failure instanceof ApiError)) return;
    const [name = ""] = Object.keys(failure.details);
    const found = locales.find((locale) => name.endsWith(`.${locale}`));
    if (found) setLocale(found);
  }

  return {
    values,
    change,
    submit,
    isPending,
    error,
    isConflict,
    isSaved,
    isChanged: differing.length > 0,
    locale,
    setLocale,
    /** The problem of a value. */
    findProblem: (name: string) => details[name]?.[0],
    /** The problems of the parts of a value, by their names. */
    listPartProblems: (name: string) =>
      Object.entries(details).flatMap(([part, [problem]]) =>
        part.startsWith(`${name}.`) && problem !== undefined ? [{ name: part, problem }] : [],
      ),
    /** What somebody else has stored in place of a value that differs from it. */
    findOther: (name: string) =>
      isConflict && differing.includes(name) ? (stored.values[name] ?? "") : undefined,
    /** Gives up what was typed. */
    discard: () => {
      setError(undefined);
      latest.current = undefined;
      discardDraft();
    },
  };
}
