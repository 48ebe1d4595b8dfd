import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Input } from "./input.tsx";

type PasswordInputProps = Omit<ComponentProps<"input">, "type"> & {
  showLabel: string;
  hideLabel: string;
};

export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="relative block">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={isShown ? "text" : "password"}
        className="pr-13"
      />
      <span className="absolute inset-y-0 right-1 flex items-center">
        <IconButton
          label={isShown ? hideLabel : showLabel}
          icon={isShown ? <EyeOff size={20} /> : <Eye size={20} />}
          onClick={() => setIsShown(!isShown)}
        />
      </span>
    </span>
  );
}
