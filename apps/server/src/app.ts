import { join } from "node:path";
import cookie from "@fastify/cookie";
import underPressure from "@fastify/under-pressure";
import { providers } from "@toibako/contract/accounts.ts";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { formHosts, openNetworks } from "./features/accounts/networks/open.ts";
import { routes as accounts } from "./features/accounts/routes.ts";
import { earnAchievementsJob } from "./features/achievements/jobs.ts";
import { routes as achievements } from "./features/achievements/routes.ts";
import { routes as answers } from "./features/answers/routes.ts";
import { openCards } from "./features/cards/commands.ts";
import { cardJobs } from "./features/cards/jobs.ts";
import { createPool } from "./features/cards/pool.ts";
import { routes as cardRoutes, mountCards } from "./features/cards/routes.ts";
import { createScore } from "./features/filters/moderation.ts";
import { routes as filters } from "./features/filters/routes.ts";
import { loadWordLists } from "./features/filters/words.ts";
import { routes as friends } from "./features/friends/routes.ts";
import { mailInquiry } from "./features/help/jobs.ts";
import { routes as help } from "./features/help/routes.ts";
import { emptyBinsDaily } from "./features/inbox/jobs.ts";
import { routes as inbox } from "./features/inbox/routes.ts";
import { routes as likes } from "./features/likes/routes.ts";
import { forgetNetworksDaily } from "./features/moderation/jobs.ts";
import { routes as moderation } from "./features/moderation/routes.ts";
import { noticeJobs } from "./features/notices/jobs.ts";
import { routes as notices } from "./features/notices/routes.ts";
import { routes as onboarding } from "./features/onboarding/routes.ts";
import { routes as outbox } from "./features/outbox/routes.ts";
import { routes as profiles } from "./features/profiles/routes.ts";
import { forgetSenders } from "./features/questions/jobs.ts";
import { perReceiver, routes as questions } from "./features/questions/routes.ts";
import { routes as settings } from "./features/settings/routes.ts";
import { recruitWeekly } from "./features/shares/jobs.ts";
import { routes as shares } from "./features/shares/routes.ts";
import { mountStamps, routes as stamps } from "./features/stamps/routes.ts";
import type { Config } from "./platform/config.ts";
import { csrfToken } from "./platform/csrf.ts";
import type { Database } from "./platform/db.ts";
import { registerDocumentation } from "./platform/documentation.ts";
import { mount } from "./platform/endpoint.ts";
import { refuseAddress, registerErrors, sendFailure } from "./platform/error-reply.ts";
import { errorReports } from "./platform/error-reports.ts";
import { mountEventStream } from "./platform/event-stream.ts";
import { createEventBus } from "./platform/events.ts";
import { Failure } from "./platform/failure.ts";
import { mountHealth } from "./platform/health.ts";
import { createJobs, type Job } from "./platform/jobs.ts";
import { addressKey, limiter, registerLimits } from "./platform/limits.ts";
import { localeOf } from "./platform/locale.ts";
import type { Logger } from "./platform/log.ts";
import { pageCache } from "./platform/page-cache.ts";
import { mountPages } from "./platform/pages.ts";
import { createSecrets } from "./platform/secrets.ts";
import type { Services } from "./platform/services.ts";
import { isPersonal, readViewer } from "./platform/session.ts";
import { openFolder } from "./platform/storage.ts";
import { sweep } from "./platform/sweep.ts";
import { pageTransport } from "./platform/transport.ts";

/** Opens what all features share. */
export function createServices(config: Config, database: Database, log: Logger): Services {
  return {
    config,
    database,
    db: database.db,
    secrets: createSecrets(config.secret_key),
    bus: createEventBus(config.redis_url),
    storage: openFolder(join(config.data_dir, "storage")),
    jobs: createJobs(database, (error) => log.error({ err: error }, "the job queue failed")),
  };
}

export interface App {
  server: FastifyInstance;
  jobs: Job[];
  /** From now on this process is not ready; what runs may finish. */
  stopping(): void;
}

/** Everything that is mounted, in order. `pages` is "none" where only calls are served. */
export async function createApp(
  services: Services,
  log: Logger,
  pages: "built" | "development" | "none",
): Promise<App> {
  const { config, bus } = services;
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trust_proxy.length > 0 ? config.trust_proxy : false,
    bodyLimit: 256 * 1024,
    requestTimeout: 15_000,
    forceCloseConnections: "idle",
    // What still arrives on an open connection while we stop is served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: refuseAddress,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        allErrors: true,
      },
    },
  });
  app.removeContentTypeParser("text/plain");
  registerErrors(app);
  // Starting takes the process whole for a while, and is measured until the next sample: no load.
  let started_at = Number.POSITIVE_INFINITY;
  app.addHook("onListen", async () => {
    started_at = performance.now();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 1_000,
    sampleInterval: 1_000,
    pressureHandler: (request) => {
      // Who asks how the process is, is told.
      if (performance.now() - started_at < 2_000 || aboutProcess.test(request.url)) return;
      throw new Failure("overloaded", { retry_after: 1 });
    },
  });
  await app.register(cookie);
  await registerLimits(app, config.redis_url);
  app.decorateRequest("viewer", undefined as never);
  const transport = pageTransport(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders);
    if (request.url.startsWith("/assets/") || aboutProcess.test(request.url)) return;
    request.viewer = transport.viewerOf(request) ?? (await readViewer(request, services));
  });

  await registerDocumentation(app, config.public_url);
  const { stopping } = mountHealth(app, services);
  const floods = limiter(app, services, "floods", perReceiver, (request) => {
    const { account } = request.body as { account: string };
    return `${addressKey(services, request)}:${account.toLowerCase()}`;
  });
  const networks = openNetworks(config);
  const filter = { lists: loadWordLists(config.ng_words_dir), score: createScore(config) };
  const pool = createPool();
  const cards = openCards(services, pool);
  app.addHook("onClose", () => pool.close());
  const features = [
    accounts(networks),
    profiles,
    questions(floods, filter),
    stamps,
    inbox,
    filters,
    moderation,
    answers,
    likes,
    outbox,
    friends(filter),
    notices,
    help,
    onboarding,
    settings,
    cardRoutes(cards),
    shares(networks),
    achievements(networks),
  ];
  for (const route of features.flat()) mount(app, services, route);
  mount(app, services, errorReports);
  mountEventStream(app, services);
  mountCards(app, cards);
  mountStamps(app);

  app.setNotFoundHandler((request, reply) =>
    sendFailure(reply, new Failure("not_found"), localeOf(request)),
  );
  if (pages !== "none") {
    await mountPages(app, {
      dev: pages === "development",
      public_url: config.public_url,
      transport: transport.for,
      csrf_token: (request) => csrfToken(services, request),
      has_session: isPersonal,
      site: {
        providers: providers.filter((provider) => networks[provider]),
        app_link_url: config.app_link_url ?? null,
      },
      form_hosts: formHosts(config),
      ...(pages === "built" && { around: pageCache(bus) }),
    });
  }
  return {
    server: app,
    jobs: [
      ...cardJobs(services, cards),
      sweep(services),
      emptyBinsDaily(services),
      forgetSenders(services),
      forgetNetworksDaily(services),
      mailInquiry(services),
      recruitWeekly(services, networks),
      ...noticeJobs(services),
      earnAchievementsJob(services),
    ],
    stopping,
  };
}

const aboutProcess = /^\/(healthz|readyz|metrics)$/;

const commonHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};
