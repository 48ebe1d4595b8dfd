import { readStored, writeStored } from "./storage.ts";

/** An account that was active on this browser. */
export interface HistoryEntry {
  user_id: string;
  account: string;
  name: string;
  icon_url: string;
  /** How the account signs in if it has no password: a provider or a passkey. */
  sign_in_by?: string | undefined;
  is_current: boolean;
}

const key = "account_history";
/** How many accounts the login page remembers on this browser. */
const maxAccountsInHistory = 5;

/** The accounts that were active on this browser, the latest first. */
export function readAccountHistory(): HistoryEntry[] {
  try {
    const stored: unknown = JSON.parse(readStored("localStorage", key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, maxAccountsInHistory) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  const entry = value as Partial<HistoryEntry> | null;
  return [entry?.user_id, entry?.account, entry?.name, entry?.icon_url].every(
    (text) => typeof text === "string",
  );
}

function store(entries: HistoryEntry[]) {
  writeStored("localStorage", key, JSON.stringify(entries));
}

/** Puts the active account first, in place of its earlier entry. Above the maximum, the oldest entry is removed. */
export function addAccountToHistory(active: Omit<HistoryEntry, "is_current">): void {
  const others = readAccountHistory()
    .filter(({ user_id }) => user_id !== active.user_id)
    .map((entry) => ({ ...entry, is_current: false }));
  store([{ ...active, is_current: true }, ...others].slice(0, maxAccountsInHistory));
}

/** Marks the entry of a signed-out account as not current; the login page still lists it. */
export function markSignedOut(user_id: string): void {
  store(
    readAccountHistory().map((entry) =>
      entry.user_id === user_id ? { ...entry, is_current: false } : entry,
    ),
  );
}

export function removeAccountFromHistory(user_id: string): void {
  store(readAccountHistory().filter((entry) => entry.user_id !== user_id));
}
