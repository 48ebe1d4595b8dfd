// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage, press } from "#lib/testing/page.tsx";
import { SignInForm } from "./components/sign-in-form.tsx";

test("SAFE-13 AUTH-04 after three wrong passwords the form says how long further attempts are delayed", async () => {
  const page = await openPage();
  const error = { code: "wrong_credentials", messages: ["Wrong."], details: {} };
  page.reply = async () => ({ status: 401, data: { error } });
  await act(async () =>
    page.show(
      <SignInForm
        onSending={() => {}}
        onDone={() => {}}
        onCodeNeeded={() => {}}
        onLeft={() => {}}
      />,
    ),
  );
  fireEvent.input(screen.getByLabelText("Username"), { target: { value: "mina" } });
  fireEvent.input(screen.getByLabelText("Password"), { target: { value: "a guess" } });
  const findHint = () => screen.queryByText(/In about 15 minutes it's quick again/);
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(findHint()).toBeNull();
    await press("Log in");
    expect(await screen.findByText("Wrong.")).toBeTruthy();
  }
  expect(findHint()).not.toBeNull();
});
