import {
  finishSocialLogin,
  linkOnlyProviders,
  type Provider,
  startSocialLogin,
} from "@toibako/contract/accounts.ts";
import { nextAddress } from "@toibako/contract/addresses.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { type PageNotice, withNotice } from "#platform/page-notice.ts";
import { newToken } from "#platform/secrets.ts";
import { enterBy, linkIdentity } from "../commands/identities.ts";
import { beginJourney, endJourney } from "../commands/journeys.ts";
import type { Arrival, Network, Networks } from "../networks/open.ts";
import { signInHere } from "./welcome.ts";

/** Which browser went to a network: nobody else's can finish what it began. */
const journeyCookie = "__Host-journey";
const cookie = { path: "/", httpOnly: true, secure: true, sameSite: "lax", maxAge: 600 } as const;

/** Where somebody comes from and wants to go, as far as the way knows it. */
interface Way {
  locale: Locale;
  is_link: boolean;
  next: string | null;
}

const linkedPlace = ({ locale, next }: Way) => next ?? `/${locale}/stg?tab=sns`;
const enteredPlace = ({ locale, next }: Way) => next ?? `/${locale}/me/home`;

/** Back to where the way began, with a word about what went wrong. */
function turnBack(way: Way, notice: PageNotice) {
  const { locale, next } = way;
  const search = next ? `?${new URLSearchParams({ next })}` : "";
  const place = way.is_link ? linkedPlace(way) : `/${locale}/acc/login${search}`;
  return { location: withNotice(place, notice) };
}

function configured(networks: Networks, provider: Provider): Network {
  const network = networks[provider];
  if (!network) throw new Failure("not_found");
  return network;
}

async function start(networks: Networks, call: Call<typeof startSocialLogin>) {
  const { services, request, reply, viewer, body } = call;
  const { provider } = call.params;
  const network = configured(networks, provider);
  const is_link = body.link !== undefined;
  if (is_link && !viewer.user) throw new Failure("sign_in_needed");
  if (!is_link && linkOnlyProviders.includes(provider)) throw new Failure("not_found");

  const locale = body.locale ?? call.locale;
  const next = nextAddress(body.next) ?? null;
  const user_pk = is_link ? (viewer.user?.pk ?? null) : null;
  const browser_token = request.cookies[journeyCookie] ?? newToken();
  reply.setCookie(journeyCookie, browser_token, cookie);
  const journey = await beginJourney(services, browser_token, { provider, user_pk, locale, next });
  try {
    return { location: (await network.begin(journey)).href };
  } catch (error) {
    request.log.warn({ err: error, provider }, "a network could not be reached");
    return turnBack({ locale, is_link, next }, "social_failed");
  }
}

async function finish(networks: Networks, call: Call<typeof finishSocialLogin>) {
  const { services, request, viewer, locale } = call;
  const { provider } = call.params;
  const network = configured(networks, provider);
  const query = new URLSearchParams(request.url.split("?")[1] ?? "");
  const browser_token = request.cookies[journeyCookie] ?? "";
  const began = await endJourney(services, browser_token, provider, query.get("state") ?? "");
  if (!began) return turnBack({ locale, is_link: false, next: null }, "social_expired");

  const { user_pk, journey } = began;
  const way = { locale: began.locale, is_link: user_pk !== null, next: began.next };
  // Meanwhile somebody else may have signed in on this browser.
  if (user_pk !== null && viewer.user?.pk !== user_pk) return turnBack(way, "social_expired");
  let arrival: Arrival;
  try {
    arrival = await network.finish(query, journey);
  } catch (error) {
    if (query.get("error") === "access_denied") return turnBack(way, "social_cancelled");
    request.log.warn({ err: error, provider }, "a network's answer was refused");
    return turnBack(way, "social_failed");
  }
  if (user_pk !== null) {
    const linked = await linkIdentity(services, user_pk, provider, arrival);
    return { location: withNotice(linkedPlace(way), `social_${linked}`) };
  }
  const entered_pk = await enterBy(services, provider, arrival, way.locale);
  if (entered_pk === undefined) return turnBack(way, "social_failed");
  await signInHere(call, entered_pk);
  return { location: enteredPlace(way) };
}

/** Signing in by a network, and linking it. */
export const socialRoutes = (networks: Networks) => [
  implement(startSocialLogin, (call) => start(networks, call)),
  implement(finishSocialLogin, (call) => finish(networks, call)),
];
