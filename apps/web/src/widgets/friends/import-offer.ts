import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { importQuery } from "#features/friends/queries/import.ts";
import { dismissImportOffer, isImportOffered } from "#lib/browser/import-offer.ts";
import { useIsModalOpen, useModal } from "#widgets/modals/modal-host.tsx";

/**
 * After a sign-in, opens the modal that offers to import followers on X, if the account has linked X and
 * never started an import. Opens it once in a tab.
 */
export function useImportOffer(): void {
  const { site } = useRouter().options.context;
  const user = useCurrentUser();
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  const isXLinked =
    site.providers.includes("twitter") && user?.provider.includes("twitter") === true;
  const { data } = useQuery({
    ...importQuery(),
    enabled: isXLinked && user?.sign_up_complete === true,
  });
  const isDue = data?.status === "none" && !isModalOpen;
  const offer = useEffectEvent(() => {
    if (!isImportOffered()) return;
    dismissImportOffer();
    modal.open("import_followers");
  });
  useEffect(() => {
    if (isDue) offer();
  }, [isDue]);
}
