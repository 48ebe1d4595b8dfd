import { isLocale } from "@toibako/contract/locales.ts";
import type { FastifyInstance } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import { chooseViewerLocale } from "#platform/http/locale.ts";
import type { Services } from "#platform/services.ts";
import {
  createManifest,
  createRobotsFile,
  createSecurityFile,
} from "../documents/static-documents.ts";

/** Keeps routes out of the OpenAPI document. */
const hidden = { schema: { hide: true } };
const cachedForDay = `public, max-age=${secondsPerDay}`;

/**
 * Serves the documents that depend only on the configuration and the language, and the redirect to the
 * page where a password is changed.
 */
export function mountStaticDocuments(app: FastifyInstance, { config }: Services): void {
  app.get("/robots.txt", hidden, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", cachedForDay)
      .send(createRobotsFile(config.public_url)),
  );

  app.get<{ Params: { locale: string } }>(
    "/manifest/:locale.webmanifest",
    hidden,
    ({ params }, reply) => {
      if (!isLocale(params.locale)) throw new Failure("not_found");
      return reply
        .type("application/manifest+json; charset=utf-8")
        .header("cache-control", cachedForDay)
        .send(JSON.stringify(createManifest(params.locale)));
    },
  );

  app.get("/.well-known/security.txt", hidden, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", cachedForDay)
      .send(createSecurityFile(config)),
  );

  // Password managers open this address to let their user change the password.
  app.get("/.well-known/change-password", hidden, (request, reply) =>
    reply
      .header("cache-control", "private, no-store")
      .header("vary", "Cookie, Accept-Language")
      .redirect(`/${chooseViewerLocale(request)}/stg#password`, 302),
  );
}
