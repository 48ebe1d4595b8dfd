/** The props that the modal host passes to each modal. */
export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
