import { Agent, request } from "node:https";
import type { PushContent, PushKind } from "@toibako/contract/push.ts";
import { LRUCache } from "lru-cache";
import webPush from "web-push";
import type { Config } from "#platform/config.ts";
import { millisecondsPerSecond, secondsPerDay, secondsPerHour } from "#platform/durations.ts";
import { createPeerCaller } from "#platform/http/peers.ts";
import { lookupPublic } from "#platform/http/public-addresses.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import { pushes } from "#platform/observability/meters.ts";
import type { Services } from "#platform/services.ts";
import { translate } from "#platform/texts/texts.ts";
import { markExpired } from "./commands.ts";
import { sendPushJob } from "./job-definitions.ts";
import {
  deriveVapidKeys,
  isInQuietHours,
  isPushEndpoint,
  isReachable,
  type Subscription,
  unsealRecipient,
  type VapidKeys,
} from "./policy.ts";
import { listSubscriptions } from "./queries.ts";

/** A device gets at most one push of each kind in this time. */
const minPushIntervalSeconds = 300;
/** Every content is padded to this length, so that its length reveals nothing to the push service. */
const paddedContentBytes = 1_000;
const timeoutMilliseconds = 5_000;

/** The kinds whose recipients may have to stay unknown: the sender of a question, or the starter of a talk. */
const kindsOfUnknown: ReadonlySet<PushKind> = new Set(["answer", "message"]);

type Outcome = "delivered" | "skipped" | "gone" | "failed";

/** Creates the job that sends pushes. Nothing about a sent push is stored in the database. */
export function createPushJob(services: Services, openCounter: OpenCounter): Job {
  const { config, secrets } = services;
  const keys = deriveVapidKeys(config, secrets);
  const agent = createPublicAgent(config);
  const callPeer = createPeerCaller();
  const sentPushes = openCounter("push", minPushIntervalSeconds);
  // The devices that got the push of a job that failed for others, until its last retry. If another process retries it,
  // they get it twice.
  const devicesByFailedJob = new LRUCache<string, ReadonlySet<string>>({
    max: 10_000,
    ttl: 4 * secondsPerHour * millisecondsPerSecond,
  });
  // After a push of `kindsOfUnknown`, expired subscriptions are not marked in the database until a push of another kind:
  // a row that changes right after an answer would reveal the sender of the question.
  const expiredIds = new Set<string>();

  const sendToDevice = async (device: Device, kind: PushKind): Promise<Outcome> => {
    const { subscription, id, time_zone } = device;
    const isWanted =
      isReachable(subscription, keys.public_key) &&
      subscription.kinds.includes(kind) &&
      !isInQuietHours(subscription.quiet_hours, time_zone, new Date());
    if (!isWanted || expiredIds.has(id) || (await wasSentRecently(sentPushes, id, kind)))
      return "skipped";
    const { host } = new URL(subscription.endpoint);
    // Without a reply, the push is retried with its job.
    const outcome = await callPeer(host, () =>
      deliver(config, keys, agent, subscription, createContent(device, kind)),
    ).catch(() => "failed" as const);
    if (outcome === "delivered") await sentPushes.add(`${id} ${kind}`);
    if (outcome === "gone") expiredIds.add(id);
    return outcome;
  };

  return handleJob(sendPushJob, async ({ sealed_recipient }, { id: job_id }) => {
    const recipient = unsealRecipient(secrets, sealed_recipient);
    if (!recipient) return;
    const { user_pk, kind } = recipient;
    const earlier = devicesByFailedJob.get(job_id) ?? new Set();
    const subscribed = await listSubscriptions(services, user_pk);
    const devices = subscribed.filter(({ id }) => !earlier.has(id));
    const outcomes = await Promise.all(devices.map((device) => sendToDevice(device, kind)));
    for (const outcome of outcomes) pushes.inc({ outcome });
    if (!kindsOfUnknown.has(kind)) {
      const marked = [...expiredIds];
      await markExpired(services, marked);
      for (const id of marked) expiredIds.delete(id);
    }
    const failures = outcomes.filter((outcome) => outcome === "failed").length;
    if (failures === 0) return;
    const delivered = devices.filter((_device, index) => outcomes[index] === "delivered");
    devicesByFailedJob.set(job_id, new Set([...earlier, ...delivered.map(({ id }) => id)]));
    throw new Error(`${failures} pushes failed`);
  });
}

type Device = Awaited<ReturnType<typeof listSubscriptions>>[number];

function createContent({ account, locale }: Device, kind: PushKind): PushContent {
  return {
    account,
    kind,
    title: translate(locale, "push_title", { account }),
    body: translate(locale, `push_${kind}`),
    path: `/${locale}/me/push?account=${account}&kind=${kind}`,
  };
}

async function wasSentRecently(sentPushes: Counter, id: string, kind: PushKind): Promise<boolean> {
  return (await sentPushes.read(`${id} ${kind}`)).count > 0;
}

/** Creates an agent that connects to public IP addresses only. It checks each address after the DNS lookup. */
function createPublicAgent({ push_stand_in }: Config): Agent {
  return push_stand_in
    ? new Agent({ ca: push_stand_in.certificate })
    : new Agent({ lookup: lookupPublic });
}

function padContent(json: string): Buffer {
  const padded = Buffer.alloc(paddedContentBytes, " ");
  padded.write(json);
  return padded;
}

/**
 * Encrypts the content for the device (RFC 8291) and posts it once; rejects if there is no reply. Redirects count as
 * failures.
 */
async function deliver(
  config: Config,
  { public_key, private_key }: VapidKeys,
  agent: Agent,
  { endpoint, p256dh, auth }: Subscription,
  content: PushContent,
): Promise<Outcome> {
  if (!isPushEndpoint(endpoint, config.push_stand_in)) return "gone";
  const { public_url, operator_email } = config;
  // A VAPID contact is a `mailto:` or an `https:` address.
  const siteContact = public_url.startsWith("https:") ? public_url : "mailto:no-reply@localhost";
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    padContent(JSON.stringify(content)),
    {
      TTL: secondsPerDay,
      contentEncoding: "aes128gcm",
      vapidDetails: {
        subject: operator_email ? `mailto:${operator_email}` : siteContact,
        publicKey: public_key,
        privateKey: private_key,
      },
    },
  );
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const call = request(endpoint, { method: "POST", headers, agent, signal }, (response) => {
      const { statusCode = 0 } = response;
      response.destroy();
      if (statusCode === 404 || statusCode === 410) resolve("gone");
      else if (statusCode >= 200 && statusCode < 300) resolve("delivered");
      // The push service refuses this push, and would refuse it again.
      else if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) resolve("skipped");
      else resolve("failed");
    });
    call.on("error", reject);
    call.end(body);
  });
}
