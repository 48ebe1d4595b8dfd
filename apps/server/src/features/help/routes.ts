import { getPage, inquiryLimit, postInquiry, replaceableTexts } from "@toibako/contract/help.ts";
import { implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { postText } from "../questions/policy.ts";
import { keepInquiry } from "./commands.ts";
import { findPage } from "./queries.ts";

export const routes = [
  implement(postInquiry, async ({ body, viewer, locale, services, ...call }) => {
    const { email, topic } = body;
    const text = postText("body", body.body, inquiryLimit);
    const id = call.new_id();
    const user_pk = viewer.user?.pk ?? null;
    await keepInquiry(services.db, { id, email, topic, body: text, locale, user_pk });
    return { body: { id } };
  }),

  implement(getPage, async ({ params, query, services }) => {
    const slug = replaceableTexts.find((one) => one === params.slug);
    if (!slug) throw new Failure("not_found");
    const text = await findPage(services.config, query.locale, slug);
    return text ? { body: { page: { text } } } : { status: 204 };
  }),
];
