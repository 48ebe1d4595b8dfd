import followersWithoutAccount from "./followers.json" with { type: "json" };
import people from "./people.json" with { type: "json" };

/** Makes nicknames longer than X allows, so that no link leads to a real account. */
const nicknameSuffix = "_toibako_demo";

// The subjects of demo accounts and of other followers. The sandbox's own people have numbers from 10,001.
const firstAccountSubject = 20_001;
const firstFollowerSubject = 30_001;

/**
 * The people on X in the demo, with and without a demo account. Those with the same language follow each
 * other. The sandbox knows them by their subjects, and accepts the access tokens of those with an account.
 */
export const peopleOnX = [
  ...people.map(({ account, displaying_name, self_introduction, locale }, index) => ({
    subject: String(firstAccountSubject + index),
    nickname: account,
    name: displaying_name,
    introduction: self_introduction,
    locale,
    account,
    access_token: `demo-${account}`,
  })),
  ...followersWithoutAccount.map(({ nickname, name, introduction, locale }, index) => ({
    subject: String(firstFollowerSubject + index),
    nickname: nickname + nicknameSuffix,
    name,
    introduction,
    locale,
    account: undefined,
    access_token: undefined,
  })),
];
