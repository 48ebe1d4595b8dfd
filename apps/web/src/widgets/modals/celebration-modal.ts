import { useCelebration } from "./celebration.ts";
import { useIsModalOpen, useModal } from "./modal-host.tsx";

/** Opens the achievement modal for each new achievement, as soon as no other modal is open. */
export function useCelebrationModal({ isPaused = false }: { isPaused?: boolean } = {}): void {
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  useCelebration({
    onEarned: (achievement) => void modal.open("achievement", { achievement }),
    isPaused: isPaused || isModalOpen,
  });
}
