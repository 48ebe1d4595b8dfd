import type { Provider } from "@toibako/contract/accounts.ts";
import { maxPictureBytes } from "@toibako/contract/pictures.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { createXCaller } from "../../accounts/commands/x-api.ts";
import { ProviderUnreachable } from "../../accounts/providers/api.ts";
import type { ProviderClients } from "../../accounts/providers/client.ts";
import { readPersonFromX } from "../../accounts/providers/definitions.ts";
import { fetchPicture } from "../../accounts/providers/pictures.ts";
import { updateAccount } from "../commands.ts";

const selectPictureUrl = statement(
  "settings.selectPictureUrl",
  "select picture_url from identities where user_pk = :user_pk and provider = :provider",
);

interface PictureRequest {
  provider: Provider;
  /** The client's IP address. Pictures from different IP addresses are decoded in turns. */
  ip: string;
}

/** Copies the account's picture at a linked provider to its profile; returns the changed account. */
export async function importProviderPicture(
  services: Services,
  clients: ProviderClients,
  user: SessionUser,
  { provider, ip }: PictureRequest,
): Promise<SessionUser> {
  const client = clients[provider];
  const [identity] = await selectPictureUrl(services.db, { user_pk: user.pk, provider });
  if (!client || !identity) throw new Failure("not_found");
  const currentAddress =
    provider === "twitter" ? await fetchPictureAddressOnX(services, clients, user.pk) : undefined;
  const address = currentAddress ?? identity.picture_url;
  if (address === null) throw createRefusal("provider_picture_missing");
  const largerAddress = getLargerPictureAddress(address);
  const file = await fetchPicture(largerAddress, client.pictures, maxPictureBytes);
  if (file === "refused") throw createRefusal("provider_picture_missing");
  if (file === "unreachable") throw createRefusal("provider_picture_unreachable");
  try {
    return await updateAccount(services, user, {}, { file, ip });
  } catch (error) {
    const isUnusable =
      error instanceof Failure && (error.code === "wrong_media" || error.code === "too_large");
    throw isUnusable ? createRefusal("provider_picture_missing") : error;
  }
}

const createRefusal = (text_key: string) =>
  new Failure("refused", { fields: [{ field: "icon", text_key }] });

/**
 * Returns the address of a larger picture on X. X gives the address of a picture of 48 pixels, which ends in
 * `_normal`; that of the same picture with 400 pixels ends in `_400x400`. Other addresses stay as they are.
 */
const getLargerPictureAddress = (address: string) =>
  address.replace(/_normal(\.\w+)$/, "_400x400$1");

/** Fetches the address of the account's current picture on X; undefined if X gives none. */
async function fetchPictureAddressOnX(
  services: Services,
  clients: ProviderClients,
  user_pk: number,
): Promise<string | undefined> {
  const call = createXCaller(services, clients, user_pk);
  try {
    const reply = await call("/2/users/me?user.fields=profile_image_url");
    if (reply === "link_needed" || reply.status !== 200) return undefined;
    return readPersonFromX(reply.body).picture_url ?? undefined;
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return undefined;
  }
}
