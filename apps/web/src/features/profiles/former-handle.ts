import { handlePattern } from "@toibako/contract/handles.ts";
import type { PublicUser } from "@toibako/contract/profiles.ts";

/** Whether the address has a handle that the account had before, and not its present handle or its longer id. */
export function isFormerHandle(nameInAddress: string, { account }: PublicUser): boolean {
  return (
    new RegExp(handlePattern).test(nameInAddress) &&
    nameInAddress.toLowerCase() !== account.toLowerCase()
  );
}
