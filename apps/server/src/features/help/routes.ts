import { inquiryLimit, postInquiry } from "@toibako/contract/help.ts";
import { implement } from "#platform/endpoint.ts";
import { postText } from "../questions/policy.ts";
import { keepInquiry } from "./commands.ts";

export const routes = [
  implement(postInquiry, async ({ body, viewer, locale, services, ...call }) => {
    const { email, topic } = body;
    const text = postText("body", body.body, inquiryLimit);
    const id = call.new_id();
    const user_pk = viewer.user?.pk ?? null;
    await keepInquiry(services.db, { id, email, topic, body: text, locale, user_pk });
    return { body: { id } };
  }),
];
