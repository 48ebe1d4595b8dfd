import { friendsPerPage, listFollowers, listFriends } from "@toibako/contract/friends.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const yui = await site.registerPerson("yui");

/** Creates accounts and lets them follow Yui, or Yui follow them; several follow in the same hour. */
async function follow(from: number, to: number, direction: "followers" | "friends") {
  const [follower, followed] =
    direction === "followers" ? ["person.pk", "yui.pk"] : ["yui.pk", "person.pk"];
  await executeSql(
    `with person as (
      insert into users (id, account, displaying_name, self_introduction, locale)
      select rpad('${direction}' || n, 22, '-'), '${direction}_' || n, 'a', 'a', 'ja'
      from generate_series(${from}, ${to}) n returning pk, account
    )
    insert into follows (follower_pk, followed_pk, followed_at)
    select ${follower}, ${followed},
      date_trunc('hour', now()) + interval '1 hour' * (split_part(person.account, '_', 2)::int / 7)
    from person, users yui where yui.account = 'yui'`,
  );
}

const unfollow = (account: string | undefined) =>
  executeSql(
    `delete from follows using users u
    where u.account = '${account}' and u.pk in (follows.follower_pk, follows.followed_pk)`,
  );

type Position = { after: string } | { before: string };

async function list(direction: "followers" | "friends", page: number, position?: Position) {
  const query = { page: String(page), ...position };
  const people =
    direction === "friends"
      ? (await yui.send(listFriends, { query })).data.friends
      : (await yui.send(listFollowers, { params: { account: "yui" }, query })).data.users;
  return people.map(({ account }) => account);
}

test.each(["followers", "friends"] as const)(
  "API-07 paging %s by the neighbouring page skips and repeats nobody while others come and go",
  async (direction) => {
    await follow(1, 70, direction);
    const all = [
      ...(await list(direction, 1)),
      ...(await list(direction, 2)),
      ...(await list(direction, 3)),
      ...(await list(direction, 4)),
    ];
    expect(new Set(all).size).toBe(70);

    const first = all.slice(0, friendsPerPage);
    await unfollow(first.at(-1));
    await unfollow(first[3]);
    await follow(71, 75, direction);
    const second = await list(direction, 2, { after: first.join(",") });
    expect(second).toEqual(all.slice(20, 40));
    await unfollow(second[5]);
    const third = await list(direction, 3, { after: second.join(",") });
    expect(third).toEqual(all.slice(40, 60));
    const fourth = await list(direction, 4, { after: third.join(",") });
    expect(fourth).toEqual(all.slice(60));

    await unfollow(third[0]);
    const before = await list(direction, 2, { before: third.join(",") });
    expect(before).toEqual(
      [...all.slice(0, 3), ...all.slice(4, 19), ...all.slice(20, 25), ...all.slice(26, 40)].slice(
        -20,
      ),
    );
  },
);
