// @vitest-environment happy-dom

import { screen } from "@testing-library/react";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage } from "#lib/testing/page.tsx";
import { DigestSetting } from "./components/switch-settings.tsx";

const user = { account: "yui", is_send_email: false, confirmed_email: null } as CurrentUser;

test.each([true, false])(
  "SET-13 the switch for mails can be operated only if the server sends mails: %s",
  async (has_mail) => {
    const page = await openPage({ ...bareSite, has_mail });
    page.show(<DigestSetting user={user} />);
    expect(screen.getByRole<HTMLInputElement>("switch").disabled).toBe(!has_mail);
    const reason = screen.queryByText(getTexts("en").t("mails.no_mail"), { exact: false });
    expect(reason === null).toBe(has_mail);
  },
);
