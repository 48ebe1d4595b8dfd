import { Button } from "#ui/buttons/button.tsx";

interface LoadMoreProps {
  label: string;
  pending: boolean;
  pendingLabel: string;
  /** Why the last page could not be loaded; false if it could. */
  failure: string | false;
  onPress: () => void;
  /** A short list within a page has a small button without a frame. */
  isSmall?: boolean;
}

/** The button below a list that adds its next page. */
export function LoadMore(props: LoadMoreProps) {
  const { label, pending, pendingLabel, failure, onPress, isSmall = false } = props;
  return (
    <div
      className={
        isSmall ? "grid justify-items-center gap-2" : "grid justify-items-center gap-2 py-6"
      }
    >
      {failure && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {failure}
        </p>
      )}
      <Button
        variant={isSmall ? "text" : "outline"}
        size={isSmall ? "sm" : "md"}
        pending={pending}
        pendingLabel={pendingLabel}
        onClick={onPress}
      >
        {label}
      </Button>
    </div>
  );
}
