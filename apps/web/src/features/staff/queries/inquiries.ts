import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Input } from "@toibako/contract/endpoint.ts";
import { inquiryTopics } from "@toibako/contract/help.ts";
import { listInquiries, openInquiry, putInquiryAnswer } from "@toibako/contract/staff/inquiries.ts";
import { api, send } from "#lib/http/client.ts";
import { readOnce } from "./read-once.ts";

export interface InquirySearch {
  state?: "closed" | undefined;
  /** A topic, or another word of an address. */
  topic?: string | undefined;
  /** The id of the last inquiry of the page before. */
  after?: string | undefined;
}

export function inquiriesQuery({ state, topic: typed, after }: InquirySearch) {
  const topic = inquiryTopics.find((known) => known === typed);
  return api.query(listInquiries, {
    query: { ...(state && { state }), ...(topic && { topic }), ...(after && { after }) },
  });
}

export const inquiryQuery = (id: string) => ({
  queryKey: [openInquiry.name, id],
  queryFn: async () => (await send(openInquiry, { params: { id } })).data.inquiry,
  ...readOnce,
});

/** Answers an inquiry, or closes it without an answer. After a refusal, it is read again. */
export function useInquiryAnswer(id: string, onClosed: () => void) {
  const client = useQueryClient();
  const { queryKey } = inquiryQuery(id);
  return useMutation({
    mutationFn: (body: Input<typeof putInquiryAnswer>["body"]) =>
      send(putInquiryAnswer, { params: { id }, body }),
    onSuccess: async ({ data }) => {
      client.setQueryData(queryKey, data.inquiry);
      await client.invalidateQueries({ queryKey: [listInquiries.name] });
      onClosed();
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
