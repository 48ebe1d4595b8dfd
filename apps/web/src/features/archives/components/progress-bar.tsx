interface ProgressBarProps {
  /** The name of the work, for screen readers. */
  label: string;
  /** The progress in words. */
  text: string;
  progress: number;
  total: number;
}

export function ProgressBar({ label, text, progress, total }: ProgressBarProps) {
  return (
    <div>
      <p className="mb-2 text-sm text-ink-2">{text}</p>
      <progress
        aria-label={label}
        className="progress-bar"
        // Without a value, the bar shows that the total is unknown.
        {...(total > 0 && { max: total, value: Math.min(progress, total) })}
      />
    </div>
  );
}
