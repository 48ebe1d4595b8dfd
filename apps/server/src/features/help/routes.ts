import { getHelpLines, getPage, listReleaseNotes, postInquiry } from "@toibako/contract/help.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { storeInquiry } from "./commands.ts";
import { findPage, findSlug } from "./queries/pages.ts";
import { listReleaseNotesIn } from "./queries/release-notes.ts";
import { findHelpLines } from "./queries.ts";

export const routes = [
  implement(postInquiry, async ({ body, viewer, locale, services, createId }) => {
    const id = createId();
    await storeInquiry(services.db, { id, ...body, locale, user_pk: viewer.user?.pk ?? null });
    return { body: { id } };
  }),

  implement(getPage, async ({ params, query, services }) => {
    const slug = findSlug(params.slug);
    if (!slug) throw new Failure("not_found");
    const text = await findPage(services, query.locale, slug);
    // 204: the page shows its built-in text.
    return text ? { body: { page: { text } } } : { status: 204 };
  }),

  implement(listReleaseNotes, async ({ services, viewer, locale }) => ({
    body: { release_notes: await listReleaseNotesIn(services.db, locale, viewer) },
  })),

  implement(getHelpLines, async ({ services }) => ({ body: await findHelpLines(services) })),
];
