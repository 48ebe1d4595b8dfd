import cookie from "@fastify/cookie";
import { providers } from "@toibako/contract/accounts.ts";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { createSignInLimiter } from "./features/accounts/commands/attempts.ts";
import { deleteExpiredAuthorizationRequests } from "./features/accounts/commands/authorization-requests.ts";
import { deleteExpiredHandles } from "./features/accounts/commands.ts";
import { createProviderClients, listFormHosts } from "./features/accounts/providers/client.ts";
import { routes as createAccountRoutes } from "./features/accounts/routes.ts";
import { createAchievementsJob } from "./features/achievements/jobs.ts";
import { routes as createAchievementRoutes } from "./features/achievements/routes.ts";
import { listTaggedAdSlots } from "./features/ads/queries.ts";
import { routes as adRoutes, mountAdFrames, separateAdsHost } from "./features/ads/routes.ts";
import { createSameStampsJob } from "./features/answers/jobs.ts";
import { routes as answerRoutes } from "./features/answers/routes.ts";
import { createArchiveJobs } from "./features/archives/jobs.ts";
import { routes as archiveRoutes, mountArchives } from "./features/archives/routes.ts";
import { hasBanners } from "./features/banners/queries.ts";
import { routes as bannerRoutes } from "./features/banners/routes.ts";
import {
  deleteOldBooks,
  deleteOldProviderEvents,
  forgetSurveyAuthors,
} from "./features/billing/commands/clean-up.ts";
import { createBillingJobs } from "./features/billing/jobs.ts";
import { createPayments, type Payments } from "./features/billing/providers/payments.ts";
import { createBillingRoutes } from "./features/billing/routes.ts";
import { createCards } from "./features/cards/commands.ts";
import { createCardJobs } from "./features/cards/jobs.ts";
import { createDrawingPool } from "./features/cards/pool.ts";
import { routes as createCardRoutes, mountCards } from "./features/cards/routes.ts";
import { storeFirstCommunities } from "./features/communities/commands/store-first-communities.ts";
import { createRankJob } from "./features/communities/jobs.ts";
import {
  routes as createCommunityRoutes,
  mountCommunityPictures,
} from "./features/communities/routes.ts";
import { deleteOldResults } from "./features/diagnosis/commands/clean-up.ts";
import { storeFirstGames } from "./features/diagnosis/commands/store-first-games.ts";
import { hasDiagnosisGames } from "./features/diagnosis/queries.ts";
import { routes as diagnosisRoutes } from "./features/diagnosis/routes.ts";
import { createDigestJobs } from "./features/digests/jobs.ts";
import { routes as digestRoutes } from "./features/digests/routes.ts";
import { mountDiscovery } from "./features/discovery/routes.ts";
import { mountEmbeds } from "./features/embeds/routes.ts";
import { createCodeLimiter } from "./features/factors/commands/code-attempts.ts";
import { deleteExpiredChallenges } from "./features/factors/commands/passkey-challenges.ts";
import { deleteExpiredTotp } from "./features/factors/commands/totp.ts";
import { routes as createFactorRoutes } from "./features/factors/routes.ts";
import { createTextClassifier } from "./features/filters/moderation.ts";
import { prepareLists, readQuestionLists } from "./features/filters/queries/site-lists.ts";
import { routes as filterRoutes } from "./features/filters/routes.ts";
import { deleteOldFollowersWithoutAccount } from "./features/friends/commands/start-import.ts";
import {
  createImportJobs,
  createNameJobs,
  createRecommendationJob,
} from "./features/friends/jobs.ts";
import { mountFollowerPictures } from "./features/friends/routes/pictures.ts";
import { routes as createFriendRoutes } from "./features/friends/routes.ts";
import { hasShownGames } from "./features/games/queries.ts";
import { routes as gameRoutes } from "./features/games/routes.ts";
import { createInquiryJob } from "./features/help/jobs.ts";
import { routes as helpRoutes } from "./features/help/routes.ts";
import { createInboxJobs } from "./features/inbox/jobs.ts";
import { routes as inboxRoutes } from "./features/inbox/routes.ts";
import { createLeavingJobs } from "./features/leaving/jobs.ts";
import { createLeavingRoutes } from "./features/leaving/routes.ts";
import { deleteOldLikeToggles } from "./features/likes/commands.ts";
import { routes as likeRoutes } from "./features/likes/routes.ts";
import { deleteExpiredMailLinks } from "./features/mails/commands/links.ts";
import { createMailJobs } from "./features/mails/jobs.ts";
import { routes as mailRoutes } from "./features/mails/routes.ts";
import { routes as moderationRoutes } from "./features/moderation/routes.ts";
import { createNoticeJobs } from "./features/notices/jobs.ts";
import { routes as noticeRoutes } from "./features/notices/routes.ts";
import { routes as onboardingRoutes } from "./features/onboarding/routes.ts";
import { routes as outboxRoutes } from "./features/outbox/routes.ts";
import { routes as passwordRoutes } from "./features/passwords/routes.ts";
import { deleteUnusedPictures } from "./features/pictures/commands/content-pictures.ts";
import { createPictureJob } from "./features/pictures/jobs.ts";
import { mountPictures } from "./features/pictures/routes.ts";
import { routes as privacyRoutes } from "./features/privacy/routes.ts";
import { mountAvatars, routes as profileRoutes } from "./features/profiles/routes.ts";
import { deleteSubscriptionsWithoutSession } from "./features/push/commands.ts";
import { createPushJob } from "./features/push/jobs.ts";
import { routes as pushRoutes } from "./features/push/routes.ts";
import { createExpiredSenderDataJob } from "./features/questions/jobs.ts";
import { routes as createQuestionRoutes } from "./features/questions/routes.ts";
import { storeFirstRooms } from "./features/rooms/commands/official-rooms.ts";
import { deleteOldRoomReports } from "./features/rooms/commands/report.ts";
import { createRoomJobs } from "./features/rooms/jobs.ts";
import { routes as roomRoutes } from "./features/rooms/routes.ts";
import { routes as createSettingRoutes } from "./features/settings/routes.ts";
import { createWeeklyPostJob } from "./features/shares/jobs.ts";
import { routes as createShareRoutes } from "./features/shares/routes.ts";
import { deleteOldCases } from "./features/staff/commands/clean-up.ts";
import { deleteOldInquiries } from "./features/staff/commands/inquiries.ts";
import { countPublicEvents } from "./features/staff/commands/public-counts.ts";
import { lapseEndedSeals } from "./features/staff/commands/seals.ts";
import { deleteEndedStops } from "./features/staff/commands/stop-sender.ts";
import { createStaffJobs } from "./features/staff/jobs.ts";
import { contentRoutes } from "./features/staff/routes/contents.ts";
import { createPeopleRoutes } from "./features/staff/routes/people.ts";
import { createStaffRoutes } from "./features/staff/routes.ts";
import { storeFirstStamps } from "./features/stamps/commands/store-first-stamps.ts";
import { mountStamps, routes as stampRoutes } from "./features/stamps/routes.ts";
import { deleteOldReports } from "./features/talks/commands/report.ts";
import { deleteEmptyTalks } from "./features/talks/commands.ts";
import { routes as talkRoutes } from "./features/talks/routes.ts";
import type { Config } from "./platform/config.ts";
import type { Database } from "./platform/database/db.ts";
import { mountEventStream } from "./platform/events/event-stream.ts";
import { createEventBus, type EventBus } from "./platform/events/events.ts";
import { closeAfterReplies } from "./platform/http/connections.ts";
import { createPageToken } from "./platform/http/csrf.ts";
import { registerDeadlines } from "./platform/http/deadline.ts";
import { registerDocumentation } from "./platform/http/documentation.ts";
import { mount, type Route } from "./platform/http/endpoint.ts";
import { sendFailure } from "./platform/http/error-reply.ts";
import { Failure } from "./platform/http/failure.ts";
import { createCommonHeaders } from "./platform/http/headers.ts";
import { registerInProcessReads } from "./platform/http/in-process.ts";
import { readRequestLocale } from "./platform/http/locale.ts";
import { createServer, isAssetOrHealthPath, refuseOverload } from "./platform/http/server.ts";
import { registerActivity } from "./platform/identity/activity.ts";
import { createSecrets } from "./platform/identity/secrets.ts";
import {
  anonymousViewer,
  hashSessionToken,
  readViewer,
  readVisitor,
} from "./platform/identity/session.ts";
import { createExpiredRowsJob } from "./platform/jobs/expired-rows.ts";
import { createJobs, type Job } from "./platform/jobs/jobs.ts";
import { challenges } from "./platform/limits/challenges.ts";
import { registerCounters } from "./platform/limits/counters.ts";
import { registerProofs } from "./platform/limits/proofs.ts";
import { errorReports } from "./platform/observability/error-reports.ts";
import { mountHealth } from "./platform/observability/health.ts";
import { type Logger, reportOncePerMinute } from "./platform/observability/log.ts";
import { mountMetrics } from "./platform/observability/metrics.ts";
import { createPageCache } from "./platform/pages/page-cache.ts";
import { mountPages, type PageSource } from "./platform/pages/pages.ts";
import { openDevelopmentSource } from "./platform/pages/pages-development.ts";
import { openProductionSource } from "./platform/pages/pages-production.ts";
import { sendCachedPages } from "./platform/pages/send-cached-pages.ts";
import { createSiteReader } from "./platform/pages/site.ts";
import type { Services } from "./platform/services.ts";
import { openStorage } from "./platform/storage/open-storage.ts";

/** Creates the dependencies that all features share. */
export async function createServices(
  config: Config,
  database: Database,
  log: Logger,
): Promise<Services> {
  const secrets = createSecrets(config.secret_key);
  const bus = createEventBus(config.redis_url, log, secrets.event_channel);
  const { storage, storage_id } = await openStorage(config);
  reportUnsharedStorage(bus, storage_id, log);
  return {
    config,
    log,
    database,
    db: database.db,
    secrets,
    bus,
    storage,
    jobs: createJobs({
      database,
      batch_seconds: config.batch_seconds,
      onError: reportOncePerMinute((error) => log.error({ err: error }, "the job queue failed")),
    }),
    sent_counts: new LRUCache({ max: 100_000 }),
    active_accounts: new Set(),
    active_sessions: new Map(),
  };
}

/** Logs an error when another process of the site starts with other files than this one. */
function reportUnsharedStorage(bus: EventBus, storage_id: string, log: Logger): void {
  bus.subscribe("start", (started) => {
    if (started.storage_id === storage_id) return;
    log.error(
      "another process uses another DATA_DIR/storage or S3_URL: people miss each other's uploaded pictures and archives",
    );
  });
  bus.publish("start", { storage_id });
}

/** Stores the data of a first install, if the migrated database doesn't have it yet. */
export async function storeFirstData({ db }: Pick<Services, "db">): Promise<void> {
  await storeFirstCommunities(db);
  await storeFirstRooms(db);
  await storeFirstStamps(db);
  await storeFirstGames(db);
}

export interface App {
  server: FastifyInstance;
  jobs: Job[];
  /**
   * Makes `/readyz` fail, so that proxies send no new requests to this process, and closes each connection with its
   * next reply.
   */
  markStopping(): void;
}

/**
 * Creates the application; the order of hooks and routes matters. `pages` is "none" to serve endpoints
 * only; tests may pass a page source, further `routes`, and `payments`.
 */
export async function createApp(
  services: Services,
  log: Logger,
  {
    pages,
    routes = [],
    payments = createPayments(services.config.payment),
  }: {
    pages: "built" | "development" | "none" | PageSource;
    routes?: readonly Route[];
    payments?: Payments | undefined;
  },
): Promise<App> {
  const { config } = services;
  const app = createServer(log, config, createCommonHeaders(config));
  await refuseOverload(app);
  separateAdsHost(app, config);
  const cache = createPageCache(services.bus);
  sendCachedPages(app, cache);
  await registerRequestState(app, services);
  await registerDocumentation(app, config.public_url);
  const closeConnections = closeAfterReplies(app);
  const health = mountHealth(app);
  mountMetrics(app, config, services.jobs);
  const parts = createSharedParts(app, services, payments);
  mountFeatures(app, services, parts);
  for (const route of routes) mount(app, services, route);
  app.setNotFoundHandler((request, reply) =>
    sendFailure(reply, new Failure("not_found"), readRequestLocale(request)),
  );
  if (pages !== "none") {
    const isDevelopment = pages === "development";
    mountPages(app, await choosePageSource(app, pages), {
      isDevelopment,
      public_url: config.public_url,
      createCsrfToken: (request) => createPageToken(services, request),
      readSite: createSiteReader(
        services.bus,
        {
          providers: providers.filter((provider) => parts.clients[provider]),
          app_link_url: config.app_link_url ?? null,
          has_mail: config.smtp_url !== undefined,
          has_own_id: config.has_own_id,
          ads_origin: config.ads_origin ?? null,
        },
        async () => ({
          ad_slots: await listTaggedAdSlots(services),
          has_banners: await hasBanners(services.db),
          has_diagnosis_games: await hasDiagnosisGames(services.db),
          has_games: await hasShownGames(services),
        }),
      ),
      formHosts: listFormHosts(config),
      cardHosts: payments?.provider.hosts,
      adsOrigin: config.ads_origin,
      ...(!isDevelopment && { cache }),
    });
  }
  return {
    server: app,
    jobs: createFeatureJobs(app, services, parts),
    markStopping: () => {
      health.markStopping();
      closeConnections();
    },
  };
}

/** Gives each request its deadline, cookies, rate limits and viewer. */
async function registerRequestState(app: FastifyInstance, services: Services): Promise<void> {
  registerDeadlines(app);
  // The values of this site's cookies need no decoding, and trying to decode thousands of invalid
  // ones would take milliseconds. The types lack this option of the parser.
  const parseOptions: object = { decode: (value: string) => value };
  await app.register(cookie, { parseOptions });
  await registerCounters(app, services);
  registerProofs(app, services);
  registerActivity(app, services);
  app.decorateRequest("viewer", undefined as never);
  registerInProcessReads(app);
  app.addHook("onRequest", (request, _reply, done) => {
    // Embedded answers are shown on other sites, so their pages must not depend on a cookie.
    // So must the frames of advertisements, which scripts of others run in.
    const needsNoViewer = isAssetOrHealthPath(request.url) || framePaths.test(request.url);
    const token_hash = needsNoViewer ? undefined : hashSessionToken(request);
    if (token_hash === undefined) {
      request.viewer = needsNoViewer ? anonymousViewer : readVisitor(request, services);
      return done();
    }
    readViewer(request, services, token_hash).then((viewer) => {
      request.viewer = viewer;
      done();
    }, done);
  });
}

type SharedParts = ReturnType<typeof createSharedParts>;

/** Creates what several features use. */
function createSharedParts(
  app: FastifyInstance,
  services: Services,
  payments: Payments | undefined,
) {
  const { config } = services;
  const pool = createDrawingPool();
  prepareLists(services);
  // Running jobs may still draw.
  app.addHook("onClose", async () => {
    await services.jobs.stop();
    await pool.close();
  });
  return {
    /** The clients of the configured sign-in providers. */
    clients: createProviderClients(config),
    filterSources: {
      readWordLists: () => readQuestionLists(services),
      classifyText: createTextClassifier(config),
    },
    cards: createCards(services, pool),
    payments,
  };
}

function mountFeatures(
  app: FastifyInstance,
  services: Services,
  { clients, filterSources, cards, payments }: SharedParts,
): void {
  const { limit_factor } = services.config;
  const admitAttempt = createSignInLimiter(app.openCounter, limit_factor);
  const admitCode = createCodeLimiter(app.openCounter, limit_factor);
  const featureRoutes = [
    createAccountRoutes(clients, admitAttempt),
    createFactorRoutes(admitAttempt, admitCode),
    createStaffRoutes(admitCode),
    createPeopleRoutes(payments),
    contentRoutes,
    profileRoutes,
    createQuestionRoutes(filterSources),
    createCommunityRoutes(filterSources),
    stampRoutes,
    gameRoutes,
    diagnosisRoutes,
    talkRoutes,
    createBillingRoutes(payments),
    roomRoutes,
    inboxRoutes,
    filterRoutes,
    moderationRoutes,
    answerRoutes,
    likeRoutes,
    mailRoutes,
    digestRoutes,
    outboxRoutes,
    passwordRoutes,
    privacyRoutes,
    createFriendRoutes(filterSources),
    noticeRoutes,
    pushRoutes,
    helpRoutes,
    onboardingRoutes,
    createSettingRoutes(clients),
    createLeavingRoutes(payments),
    archiveRoutes,
    bannerRoutes,
    createCardRoutes(cards),
    createShareRoutes(clients),
    createAchievementRoutes(clients),
    adRoutes,
  ];
  for (const route of featureRoutes.flat()) mount(app, services, route);
  mount(app, services, challenges);
  mount(app, services, errorReports);
  mountEventStream(app, services);
  mountCards(app, services, cards);
  mountAvatars(app);
  mountPictures(app, services);
  mountFollowerPictures(app, services);
  mountArchives(app, services);
  mountStamps(app);
  mountCommunityPictures(app);
  mountDiscovery(app, services);
  mountEmbeds(app, services);
  mountAdFrames(app, services);
}

function createFeatureJobs(
  app: FastifyInstance,
  services: Services,
  { clients, filterSources, cards, payments }: SharedParts,
): Job[] {
  return [
    ...createCardJobs(services, cards),
    createExpiredRowsJob(services, [
      deleteOldLikeToggles,
      deleteExpiredAuthorizationRequests,
      deleteOldFollowersWithoutAccount,
      deleteExpiredMailLinks,
      deleteExpiredTotp,
      deleteExpiredChallenges,
      deleteExpiredHandles,
      deleteSubscriptionsWithoutSession,
      deleteEmptyTalks,
      deleteOldReports,
      deleteOldRoomReports,
      countPublicEvents,
      deleteOldCases,
      deleteOldInquiries,
      deleteEndedStops,
      lapseEndedSeals,
      deleteOldProviderEvents,
      deleteOldBooks,
      forgetSurveyAuthors,
      deleteUnusedPictures,
      deleteOldResults,
    ]),
    ...createBillingJobs(services, payments),
    ...createInboxJobs(services),
    createExpiredSenderDataJob(services),
    createInquiryJob(services),
    createPictureJob(services),
    ...createLeavingJobs(services, payments),
    ...createArchiveJobs(services, filterSources),
    ...createMailJobs(services),
    ...createDigestJobs(services),
    createWeeklyPostJob(services, clients),
    createRankJob(services),
    createRecommendationJob(services),
    ...createImportJobs(services, clients),
    ...createNameJobs(services),
    ...createNoticeJobs(services, app.openCounter),
    createPushJob(services, app.openCounter),
    createAchievementsJob(services),
    createSameStampsJob(services),
    ...createRoomJobs(services),
    ...createStaffJobs(services),
  ];
}

function choosePageSource(app: FastifyInstance, pages: "built" | "development" | PageSource) {
  if (pages === "built") return openProductionSource(app);
  return pages === "development" ? openDevelopmentSource(app) : pages;
}

const framePaths = /^\/(embed\/[^/?]+\/[^/?]+|ads\/frame\/?)(\?|$)/;
