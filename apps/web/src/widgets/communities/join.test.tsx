// @vitest-environment happy-dom

import { useRouter } from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import type { Community } from "@toibako/contract/communities.ts";
import { beforeEach, expect, test } from "vitest";
import { currentUserQuery } from "#features/accounts/queries.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { Join } from "./join.tsx";

let page: TestPage;
let readPath: () => string;

const community: Community = {
  id: "pets",
  category_id: "life",
  category_name: "Life",
  name: "Pets",
  description: "",
  icon_uri: "/pictures/pets.svg",
  main_image_uri: "/pictures/pets-banner.svg",
  members_count: 0,
  questions_count: 0,
  is_popular: false,
  recommended_members: [],
  is_joined: false,
  is_muted: false,
};

function PathProbe() {
  const router = useRouter();
  readPath = () => router.history.location.pathname;
  return null;
}

/** Shows the button to an account with these linked providers; to a visitor if `provider` is undefined. */
async function showFor(provider: string[] | undefined) {
  page.client.setQueryData(
    currentUserQuery().queryKey,
    (provider ? { user: { provider } } : {}) as never,
  );
  await act(async () =>
    page.show(
      <ModalHost>
        <PathProbe />
        <Join community={community} />
      </ModalHost>,
    ),
  );
}

let shareStatus: number;

beforeEach(async () => {
  page = await openPage();
  shareStatus = 204;
  page.reply = async ({ name }) => {
    if (name !== "shareCommunity") {
      return { status: 200, data: { community: { ...community, is_joined: true }, remaining: 2 } };
    }
    const error = { code: "overloaded", messages: ["X is down."], details: {} };
    return { status: shareStatus, data: shareStatus === 204 ? null : { error } };
  };
});

const listCalls = () => page.calls.map(({ name }) => name);
const communityPath = "/en/communities/pets/categories/life";

test("COMM-07 joining opens the community's page for an account without a linked X", async () => {
  await showFor([]);
  await press("Join Pets");
  expect(readPath()).toBe(communityPath);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("COMM-07 SHARE-07 after 'Not now' nothing is posted on X, and the community's page opens", async () => {
  await showFor(["twitter"]);
  await press("Join Pets");
  await screen.findByRole("dialog", { name: "You've joined Pets" });
  expect(readPath()).toBe("/en");
  await press("Not now");
  expect(readPath()).toBe(communityPath);
  expect(listCalls()).toEqual(["joinCommunity"]);
});

test("SHARE-07 'Post on X' posts that one has joined and opens the community's page", async () => {
  await showFor(["twitter"]);
  await press("Join Pets");
  await screen.findByRole("dialog");
  await press("Post on X");
  expect(page.calls.at(-1)).toMatchObject({
    name: "shareCommunity",
    params: { category_id: "life", community_id: "pets" },
    query: { provider: "twitter" },
  });
  expect(readPath()).toBe(communityPath);
});

test("SHARE-07 after a failed post the community's page opens with a modal that shows the reason", async () => {
  shareStatus = 503;
  await showFor(["twitter"]);
  await press("Join Pets");
  await screen.findByRole("dialog");
  await press("Post on X");
  expect(await screen.findByText("X is down.")).toBeTruthy();
  expect(readPath()).toBe(communityPath);
});

test("COMM-06 COMM-34 a visitor gets the invitation, which also leads to the samples", async () => {
  await showFor(undefined);
  await press("Join Pets");
  const link = await screen.findByRole("link", { name: "Have a look at the questions" });
  expect(link.getAttribute("href")).toBe("/en/communities/samples");
  expect(page.calls).toEqual([]);
});
