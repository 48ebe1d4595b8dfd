import {
  getEditedStamp,
  getEditedStampGroup,
  listEditedStampGroups,
  saveStamp,
  saveStampGroup,
} from "@toibako/contract/staff/contents/stamps.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveGroup } from "../../stamps/commands/save-group.ts";
import { storeStamp } from "../../stamps/commands/save-stamp.ts";
import { findEditedGroup, findEditedStamp, listEditedGroups } from "../../stamps/queries/edited.ts";

export const stampContentRoutes = [
  implement(listEditedStampGroups, async ({ services, locale }) => ({
    body: { stamp_groups: await listEditedGroups(services.db, locale) },
  })),

  implement(getEditedStampGroup, async ({ services, params }) => {
    const stamp_group = await findEditedGroup(services.db, params.id);
    if (!stamp_group) throw new Failure("not_found");
    return { body: { stamp_group } };
  }),

  implement(saveStampGroup, async ({ services, viewer, params, body }) => ({
    body: { stamp_group: await saveGroup(services.db, viewer.user.pk, params.id, body) },
  })),

  implement(getEditedStamp, async ({ services, params }) => {
    const stamp = await findEditedStamp(services.db, params.id);
    if (!stamp) throw new Failure("not_found");
    return { body: { stamp } };
  }),

  implement(saveStamp, async ({ services, viewer, params, body }) => ({
    body: { stamp: await storeStamp(services.db, viewer.user.pk, params.id, body) },
  })),
];
