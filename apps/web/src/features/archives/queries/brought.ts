import { listBroughtAnswers } from "@toibako/contract/archives/brought.ts";
import { api } from "#lib/http/client.ts";

/** The answers that an account has brought along, 10 per page. */
export const broughtQuery = (account: string, page: number) =>
  api.query(listBroughtAnswers, { params: { account }, query: { page: String(page) } });
