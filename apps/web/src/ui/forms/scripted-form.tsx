import type { ReactNode, SubmitEvent } from "react";

interface ScriptedFormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  className?: string;
  children: ReactNode;
}

/**
 * A form that only a script submits. With `method="dialog"`, pressing its button before hydration sends
 * nothing, so that passwords and texts don't get into addresses and logs.
 */
export function ScriptedForm({ className = "grid gap-5", ...rest }: ScriptedFormProps) {
  return <form method="dialog" noValidate className={className} {...rest} />;
}
