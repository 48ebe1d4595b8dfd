import {
  deleteArchiveExport,
  getArchiveExport,
  startArchiveExport,
} from "@toibako/contract/archives.ts";
import type { FastifyInstance } from "fastify";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import type { Services } from "#platform/services.ts";
import { deleteExport, formatExportKey, startExport } from "./commands/exports.ts";
import { readSealedFile } from "./commands/sealed-files.ts";
import { findExport, findFile } from "./queries/state.ts";

export const routes = [
  implement(getArchiveExport, async ({ viewer: { user }, services: { db }, locale }) => ({
    body: await findExport(db, user, locale),
  })),

  implement(startArchiveExport, async (call) => {
    requireIdentityConfirmation(call);
    const { viewer, services, locale } = call;
    await startExport(services, viewer.user.pk);
    return { body: await findExport(services.db, viewer.user, locale) };
  }),

  implement(deleteArchiveExport, async ({ viewer: { user }, services }) => {
    await deleteExport(services, user.pk);
    return {};
  }),
];

/** Serves the file of an archive to the session of its account. */
export function mountArchives(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>(
    "/export/:id.zip",
    { schema: { hide: true } },
    async ({ params: { id }, viewer: { user } }, reply) => {
      if (!user) throw new Failure("sign_in_needed");
      const file = await findFile(services.db, user.pk, id);
      const content = file && (await readSealedFile(services, formatExportKey(file.file_id)));
      if (!content) throw new Failure("not_found");
      return reply
        .type("application/zip")
        .headers({
          "content-disposition": `attachment; filename="toibako-${user.account}.zip"`,
          "content-length": file.bytes,
          "cache-control": "private, no-store",
          "content-security-policy": "sandbox; default-src 'none'",
        })
        .send(content);
    },
  );
}
