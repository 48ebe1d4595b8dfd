import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { type BrowserAccount, maxAccountsOfBrowser } from "@toibako/contract/sessions.ts";
import { CircleCheck, Ellipsis, LogOut, UserPlus } from "lucide-react";
import { useRef } from "react";
import { SignOutButton } from "#features/accounts/components/sign-out-button.tsx";
import { browserAccountsQuery, signOutAccount } from "#features/accounts/queries/sessions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Menu } from "#ui/overlays/menu.tsx";
import { Drawer } from "#ui/overlays/overlay.tsx";

interface AccountDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The accounts that are signed in on this browser. */
export function AccountDrawer({ open, onOpenChange }: AccountDrawerProps) {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t("shell.accounts")}
      closeLabel={t("common.close")}
    >
      {user && <Accounts user={user} onNavigate={() => onOpenChange(false)} />}
    </Drawer>
  );
}

interface AccountsProps {
  user: CurrentUser;
  /** Closes the drawer when the reader follows a link. */
  onNavigate: () => void;
}

function Accounts({ user, onNavigate }: AccountsProps) {
  const { t } = useTexts();
  const query = useQuery(browserAccountsQuery());
  const { data } = query;
  return (
    <>
      {data ? (
        <ul className="@container -mx-3 grid list-none grid-cols-1 gap-1">
          {data.accounts.map((entry) => (
            <AccountRow
              key={entry.user_id}
              entry={entry}
              token={data.authenticity_token}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      ) : (
        <LoadingStatePanel query={query} title={t("accounts.list_failed_title")}>
          {t("accounts.list_failed_text")}
        </LoadingStatePanel>
      )}
      {data && <AddAccountLink count={data.accounts.length} onNavigate={onNavigate} />}
      <SignOutButton user_id={user.id} className="mt-6" />
    </>
  );
}

const rowClass =
  "flex w-full min-w-0 items-center gap-3 rounded-lg p-3 text-left @max-[14rem]:flex-col @max-[14rem]:items-stretch hover:bg-surface-2 aria-[current]:bg-brand-soft";

/** Cuts a name at the end of its line, except with large text. */
const nameClass = "block truncate @max-[14rem]:whitespace-normal @max-[14rem]:wrap-anywhere";

interface AccountRowProps {
  entry: BrowserAccount;
  /** The CSRF token of the session. */
  token: string;
  onNavigate: () => void;
}

function AccountRow({ entry, token, onNavigate }: AccountRowProps) {
  const { locale } = useTexts();
  const { user_id, account, is_current } = entry;
  const isSent = useRef(false);
  return (
    <li className="flex items-center gap-1">
      {is_current ? (
        <Link
          to="/$locale/$account"
          params={{ locale, account }}
          onClick={onNavigate}
          aria-current="true"
          className={rowClass}
        >
          <AccountSummary entry={entry} />
        </Link>
      ) : (
        <form
          method="post"
          action={`/me/accounts/switches/${user_id}`}
          className="min-w-0 flex-1"
          onSubmit={(event) => {
            // A second request would fail, because the first one has replaced the CSRF token.
            if (isSent.current) event.preventDefault();
            isSent.current = true;
          }}
        >
          <input type="hidden" name="_method" value="patch" />
          <input type="hidden" name="locale" value={locale} />
          <input type="hidden" name="authenticity_token" value={token} />
          <button type="submit" className={rowClass}>
            <AccountSummary entry={entry} />
          </button>
        </form>
      )}
      <AccountMenu entry={entry} />
    </li>
  );
}

/** The picture, name and handle of an account, and whether it is the active one or has unread items. */
function AccountSummary({ entry }: { entry: BrowserAccount }) {
  const { t } = useTexts();
  const { account, name, icon_url, is_current, has_unread } = entry;
  return (
    <>
      <span className="relative shrink-0 @max-[14rem]:self-start">
        <Avatar seed={account} src={icon_url} size={44} />
        {has_unread && (
          <span className="absolute -top-0.5 -right-0.5 size-3.5 rounded-full border-2 border-surface bg-danger">
            <span className="sr-only">{t("accounts.has_unread")}</span>
          </span>
        )}
      </span>
      <span className="min-w-0 flex-1 leading-snug">
        <span dir="auto" className={cx(nameClass, "font-bold")}>
          {name}
        </span>
        <span translate="no" className={cx(nameClass, "text-sm text-ink-2")}>{`@${account}`}</span>
        {is_current && (
          <span className="flex flex-wrap items-center gap-x-3 whitespace-nowrap text-brand">
            <span className="text-sm font-bold">{t("shell.own_page")} ›</span>
            <span className="flex items-center gap-1 text-xs font-semibold">
              <CircleCheck size={16} aria-hidden="true" />
              {t("shell.current_account")}
            </span>
          </span>
        )}
      </span>
    </>
  );
}

function AccountMenu({ entry }: { entry: BrowserAccount }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();

  async function signOut() {
    try {
      await signOutAccount(entry);
      // Loads a whole page, because the data of this page belongs to an account that may no longer be signed in.
      const address = new URL(
        entry.is_current ? `/${locale}` : window.location.href,
        window.location.href,
      );
      address.searchParams.set("notice", "signed_out");
      window.location.assign(address);
    } catch {
      toasts.showBar("error", t("shell.log_out_failed"));
    }
  }
  return (
    <Menu
      trigger={
        <IconButton
          label={t("accounts.account_menu", { account: entry.account })}
          icon={<Ellipsis size={22} aria-hidden="true" />}
        />
      }
      entries={() => [
        {
          key: "log_out",
          label: t("accounts.log_out_account"),
          icon: <LogOut size={20} aria-hidden="true" />,
          onSelect: () => void signOut(),
        },
      ]}
    />
  );
}

function AddAccountLink({ count, onNavigate }: { count: number; onNavigate: () => void }) {
  const { t, locale } = useTexts();
  if (count >= maxAccountsOfBrowser) {
    return <Callout className="mt-5">{t("accounts.full")}</Callout>;
  }
  return (
    <Link
      to="/$locale/acc/login"
      params={{ locale }}
      search={{ mal: "1" }}
      onClick={onNavigate}
      className={buildButtonClass({ variant: "outline", isWide: true, className: "mt-5" })}
    >
      <UserPlus size={18} aria-hidden="true" />
      {t("accounts.add_account")}
    </Link>
  );
}
