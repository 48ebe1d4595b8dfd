import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { InviteContext } from "#features/accounts/components/invite.tsx";
import { takeMailedAddress } from "#lib/browser/mailed-address.ts";
import { setIdentityConfirmation } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { usePathChange } from "#lib/page/use-path-change.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { LazyModuleFailed } from "#ui/lazy-module.ts";
import type { ModalProps } from "./modal-props.ts";
import type { ModalArguments, ModalName } from "./registry.ts";

export interface Modal {
  /** Opens a modal. It replaces the modal that is open. */
  open: <N extends ModalName>(name: N, ...props: ModalArguments<N>) => void;
  close: () => void;
}

const IsOpenContext = createContext(false);

/** Whether a modal is open or loading. Modals that open by themselves wait until this is false. */
export const useIsModalOpen = () => use(IsOpenContext);

const ModalContext = createContext<Modal | undefined>(undefined);

export function useModal(): Modal {
  const modal = use(ModalContext);
  if (!modal) throw new Error("useModal() needs a <ModalHost> above it");
  return modal;
}

interface LoadedModal {
  Content: ComponentType<ModalProps>;
  props: object;
}

/** Renders at most one modal over the page, and closes it on navigation. */
export function ModalHost({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [loaded, setLoaded] = useState<LoadedModal>();
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const latestRequest = useRef(0);

  const showFailure = useCallback(() => toasts.showBar("error", t("modals.failed")), [t, toasts]);
  const modal = useMemo<Modal>(() => {
    async function loadAndShow(name: ModalName, props: object) {
      latestRequest.current += 1;
      const request = latestRequest.current;
      setIsLoading(true);
      try {
        const { modals } = await import("./registry.ts");
        const load = modals[name] as () => Promise<ComponentType<ModalProps>>;
        const Content = await load();
        // Another modal may have been opened, or this one closed, while its code was loading.
        if (request !== latestRequest.current) return;
        setLoaded({ Content, props });
        setIsOpen(true);
        setIsLoading(false);
      } catch (error) {
        if (request === latestRequest.current) setIsLoading(false);
        reportError(error);
        showFailure();
      }
    }
    return {
      open: (name, ...[props = {}]) => void loadAndShow(name, props),
      close() {
        latestRequest.current += 1;
        setIsLoading(false);
        setIsOpen(false);
      },
    };
  }, [showFailure]);
  useEffect(() => {
    setIdentityConfirmation(
      () => new Promise((resolve) => modal.open("identity_confirmation", { onSettled: resolve })),
    );
  }, [modal]);
  useEffect(() => {
    const email = takeMailedAddress();
    if (email) modal.open("authorization_email", { email });
  }, [modal]);
  const invite = useMemo(() => () => modal.open("invite"), [modal]);
  usePathChange(modal.close);

  return (
    <ModalContext value={modal}>
      <InviteContext value={invite}>
        <LazyModuleFailed value={showFailure}>
          <IsOpenContext value={isOpen || isLoading}>{children}</IsOpenContext>
          {loaded && <loaded.Content open={isOpen} onOpenChange={setIsOpen} {...loaded.props} />}
        </LazyModuleFailed>
      </InviteContext>
    </ModalContext>
  );
}
