/**
 * Handles that can't be registered: first path segments of the site, and misleading names.
 * `transparency` is kept for a page on which the operator may report what was removed and why.
 */
export const reservedHandles: ReadonlySet<string> = new Set(
  `me q box hp help_lines stg acc auth fxp itr api assets avatars cards stamps uploads pictures payment inquiry guide follows
  communities community games game message not_login_user healthz readyz metrics site sitemap robots favicon
  manifest admin administrator support root system staff moderator mod official operator owner security
  abuse help info contact about terms privacy legal login logout regist register signup signin sign_up
  sign_in settings account accounts user users home inbox notices talks group_talks friends null undefined
  true false www mail postmaster webmaster noreply no_reply toibako anonymous everyone ja en ko dt th zh
  zh_cn zh_tw dev test demo static public docs search explore status tutorial
  auto_recruit auto_message_recruit profiles transparency adm diagnosis offline sw
  ads feed embed oembed qr export verify unsubscribe sessions passkeys console placeholder icons`.split(
    /\s+/,
  ),
);

export function isReservedHandle(account: string): boolean {
  return reservedHandles.has(account.toLowerCase());
}
