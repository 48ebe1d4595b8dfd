import { type Control, useWatch } from "react-hook-form";
import { useTexts } from "#lib/i18n/texts.tsx";

interface AddressHintProps<V extends { account: string }> {
  control: Control<V>;
  host: string;
}

/** Shows the box's address while the handle is typed. */
export function AddressHint<V extends { account: string }>({ control, host }: AddressHintProps<V>) {
  const { t } = useTexts();
  // The handle alone is read, whatever else the form has.
  const account = useWatch({ control: control as never, name: "account" }) as unknown as string;
  if (!account) return t("accounts.account_hint");
  return t.rich(
    "accounts.address_hint",
    {},
    {
      address: () => (
        <bdi className="font-semibold break-all text-ink">
          {host}/{account}
        </bdi>
      ),
    },
  );
}
