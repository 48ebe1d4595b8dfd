import { getMailLink, putMailLink } from "@toibako/contract/mails.ts";
import { api, send } from "#lib/http/client.ts";

export const mailLinkQuery = (token: string) => api.query(getMailLink, { params: { token } });

export const followMailLink = (token: string) => send(putMailLink, { params: { token } });
