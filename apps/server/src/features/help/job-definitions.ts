import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Mails an inquiry to the operator. */
export const mailInquiryJob = defineJob("mail_inquiry", { id: Type.String() });
