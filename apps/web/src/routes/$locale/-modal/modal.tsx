import { useRouter } from "@tanstack/react-router";
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
import { useTexts } from "#lib/i18n.tsx";
import { LateFailed } from "#ui/late.ts";
import { useToasts } from "#ui/toasts.ts";
import { contents, type ModalName, type Told } from "./contents.ts";
import type { Frame } from "./message.tsx";

export interface Modal {
  /** Shows a content over the page, in place of one that is open. */
  open: <N extends ModalName>(name: N, ...told: Told<N>) => void;
  close: () => void;
}

const OpenContext = createContext(false);

/** Whether something is over the page, or about to be; what comes unasked waits meanwhile. */
export const useModalIsOpen = () => use(OpenContext);

const ModalContext = createContext<Modal | undefined>(undefined);

export function useModal(): Modal {
  const modal = use(ModalContext);
  if (!modal) throw new Error("useModal() needs a <ModalProvider> above it");
  return modal;
}

interface Shown {
  Content: ComponentType<Frame>;
  props: object;
}

/** The one modal over the page. Whoever goes to another page leaves it behind. */
export function ModalProvider({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const router = useRouter();
  const [shown, setShown] = useState<Shown>();
  const [open, setOpen] = useState(false);
  const [coming, setComing] = useState(false);
  const latest = useRef(0);

  const failed = useCallback(() => toasts.show("error", t("modals.failed")), [t, toasts]);
  const modal = useMemo<Modal>(() => {
    async function show(name: ModalName, props: object) {
      latest.current += 1;
      const mine = latest.current;
      setComing(true);
      const load = contents[name] as () => Promise<ComponentType<Frame>>;
      try {
        const Content = await load();
        // Meanwhile another one may have been asked for, or none any more.
        if (mine !== latest.current) return;
        setShown({ Content, props });
        setOpen(true);
        setComing(false);
      } catch (error) {
        if (mine === latest.current) setComing(false);
        reportError(error);
        failed();
      }
    }
    return {
      open: (name, ...[props = {}]) => void show(name, props),
      close() {
        latest.current += 1;
        setComing(false);
        setOpen(false);
      },
    };
  }, [failed]);
  const invite = useMemo(() => () => modal.open("invite"), [modal]);
  useEffect(
    () => router.subscribe("onBeforeNavigate", ({ pathChanged }) => pathChanged && modal.close()),
    [router, modal],
  );

  return (
    <ModalContext value={modal}>
      <InviteContext value={invite}>
        <LateFailed value={failed}>
          <OpenContext value={open || coming}>{children}</OpenContext>
          {shown && <shown.Content open={open} on_open_change={setOpen} {...shown.props} />}
        </LateFailed>
      </InviteContext>
    </ModalContext>
  );
}
