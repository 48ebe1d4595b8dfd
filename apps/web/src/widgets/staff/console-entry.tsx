import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { SecondFactorField } from "#features/factors/components/fields.tsx";
import { PasskeyButton } from "#features/factors/components/passkey-button.tsx";
import { signPasskeyChallenge } from "#features/factors/queries.ts";
import { CheckedForm } from "#features/staff/components/checked-form.tsx";
import { enter } from "#features/staff/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { textLinkClass } from "./list-parts.tsx";

/** Asks staff for their second factor. The page below is shown as soon as it was accepted. */
export function ConsoleEntry() {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  const isMissing = code.trim() === "";

  async function enterByCode() {
    setFailure(undefined);
    setIsPending(true);
    try {
      await enter(client, { code });
    } catch (error) {
      setFailure(describeFailure(error, t("factors.failed")));
    } finally {
      setIsPending(false);
    }
  }
  return (
    <Card className="mx-auto grid max-w-md gap-5">
      <h2 className="text-lg">{t("staff.entry_title")}</h2>
      <p className="text-sm text-ink-2">{t("staff.entry_text")}</p>
      <CheckedForm className="grid gap-5" isComplete={!isMissing} onSend={() => void enterByCode()}>
        {(isRefused) => (
          <>
            {failure && <Callout tone="error">{failure}</Callout>}
            <SecondFactorField
              value={code}
              onChange={setCode}
              error={isRefused && isMissing ? t("accounts.field_required") : undefined}
            />
            <Button type="submit" size="lg" isWide isPending={isPending}>
              {t("staff.enter")}
            </Button>
          </>
        )}
      </CheckedForm>
      <PasskeyButton
        label={t("staff.enter_by_passkey")}
        onPress={async () => enter(client, { credential: await signPasskeyChallenge() })}
      />
      <p className="text-sm text-ink-2">
        <Link to="/$locale/stg" params={{ locale }} className={textLinkClass}>
          {t("staff.entry_set_up")}
        </Link>
      </p>
    </Card>
  );
}
