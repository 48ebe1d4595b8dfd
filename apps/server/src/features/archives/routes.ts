import {
  deleteBroughtAnswer,
  deleteBroughtAnswers,
  listBroughtAnswers,
  putBroughtSensitivity,
} from "@toibako/contract/archives/brought.ts";
import {
  deleteArchiveImport,
  getArchiveImport,
  putArchivePart,
  startArchiveImport,
} from "@toibako/contract/archives/import.ts";
import {
  deleteArchiveExport,
  getArchiveExport,
  startArchiveExport,
} from "@toibako/contract/archives.ts";
import type { FastifyInstance } from "fastify";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import type { Services } from "#platform/services.ts";
import { deleteAllBrought, deleteBrought, markBroughtSensitivity } from "./commands/brought.ts";
import { deleteExport, formatExportKey, startExport } from "./commands/exports.ts";
import { readSealedFile } from "./commands/sealed-files.ts";
import { deleteImport, startUpload, storePart } from "./commands/uploads.ts";
import { listBroughtOf } from "./queries/brought.ts";
import { findExport, findFinishedExport } from "./queries/exports.ts";
import { findImport } from "./queries/imports.ts";

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

  implement(getArchiveImport, async ({ viewer: { user }, services: { db } }) => ({
    body: await findImport(db, user.pk),
  })),

  implement(startArchiveImport, async ({ body, viewer: { user }, services }) => {
    await startUpload(services, user.pk, body);
    return { body: await findImport(services.db, user.pk) };
  }),

  implement(putArchivePart, async ({ params, files, viewer: { user }, services }) => {
    await storePart(services, user.pk, Number(params.number), files.get("part"));
    return { body: await findImport(services.db, user.pk) };
  }),

  implement(deleteArchiveImport, async ({ viewer: { user }, services }) => {
    await deleteImport(services, user.pk);
    return {};
  }),

  implement(listBroughtAnswers, async ({ params, query, viewer, services, locale }) => {
    const page = parsePageNumber(query.page);
    const list = await listBroughtOf(services.db, params.account, page, viewer, locale);
    if (!list) throw new Failure("not_found");
    return { body: list };
  }),

  implement(putBroughtSensitivity, async ({ params, body, viewer: { user }, services }) => {
    const answer = { id: params.id, is_sensitive: body.is_sensitive };
    await markBroughtSensitivity(services, user, answer);
    return { body: { answer } };
  }),

  implement(deleteBroughtAnswer, async ({ params, viewer: { user }, services }) => {
    await deleteBrought(services, user, params.id);
    return {};
  }),

  implement(deleteBroughtAnswers, async ({ viewer: { user }, services }) => {
    await deleteAllBrought(services, user);
    return {};
  }),
];

/** Adds the route that downloads an archive to a session of its account that has confirmed the identity. */
export function mountArchives(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>(
    "/export/:id.zip",
    { schema: { hide: true } },
    async (request, reply) => {
      const {
        params: { id },
        viewer: { user },
      } = request;
      if (!user) throw new Failure("sign_in_needed");
      requireIdentityConfirmation({ services, request, viewer: { user } });
      const file = await findFinishedExport(services.db, user.pk, id);
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
