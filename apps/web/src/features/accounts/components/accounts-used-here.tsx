import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type HistoryEntry,
  readAccountHistory,
  removeAccountFromHistory,
} from "#lib/browser/account-history.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { browserAccountsQuery } from "../queries/sessions.ts";
import { useCurrentUser } from "../queries.ts";

interface AccountsUsedHereProps {
  className: string;
  onPick: (entry: HistoryEntry) => void;
}

/** Lists the accounts that were used on this browser and are not signed in. */
export function AccountsUsedHere({ className, onPick }: AccountsUsedHereProps) {
  const { t } = useTexts();
  const isSignedIn = useCurrentUser() !== undefined;
  const { data } = useQuery({ ...browserAccountsQuery(), enabled: isSignedIn });
  const [entries, setEntries] = useState<HistoryEntry[]>([]);
  useEffect(() => setEntries(readAccountHistory()), []);
  const signedInIds = data?.accounts.map(({ user_id }) => user_id) ?? [];
  const signedOutEntries = entries.filter(({ user_id }) => !signedInIds.includes(user_id));
  if (signedOutEntries.length === 0 || (isSignedIn && !data)) return null;

  function removeEntry(user_id: string) {
    removeAccountFromHistory(user_id);
    setEntries(readAccountHistory());
  }
  return (
    <section aria-labelledby="used-here" className={className}>
      <h2 id="used-here" className="mb-2 text-sm text-ink-2">
        {t("accounts.used_here")}
      </h2>
      <ul className="grid list-none grid-cols-1 gap-1">
        {signedOutEntries.map((entry) => {
          const { user_id, account, name, icon_url } = entry;
          return (
            <li key={user_id} className="flex items-center gap-1">
              <button
                type="button"
                onClick={() => onPick(entry)}
                className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-lg border border-line p-2 text-left hover:bg-surface-2"
              >
                <Avatar seed={account} src={icon_url} size={36} />
                <span className="min-w-0 flex-1 leading-snug">
                  <span dir="auto" className="block truncate font-bold">
                    {name}
                  </span>
                  <span className="block text-sm break-words text-ink-2">
                    {t.rich("accounts.log_in_again", { account }, {})}
                  </span>
                </span>
              </button>
              <IconButton
                label={t("accounts.forget", { account })}
                icon={<X size={20} aria-hidden="true" />}
                onClick={() => removeEntry(user_id)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
