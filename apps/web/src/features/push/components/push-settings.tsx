import { useQuery } from "@tanstack/react-query";
import type { PushDevice } from "@toibako/contract/push.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Switch } from "#ui/forms/choice.tsx";
import {
  type PushPreferences,
  pushQuery,
  useOwnBrowser,
  useSubscribe,
  useUnsubscribe,
} from "../queries.ts";
import { PushChoices } from "./push-choices.tsx";

/** The settings of push messages on this device, and the list of the account's devices. */
export function PushSettings() {
  const { data } = useQuery(pushQuery());
  const browser = useOwnBrowser();
  const ownDevice = data?.devices.find((device) => device.is_own_browser);
  const subscribe = useSubscribe(data?.public_key ?? "", ownDevice);
  if (!data) return null;
  return (
    <div className="grid gap-4">
      <ThisDevice
        support={browser.support}
        device={browser.isPermitted ? ownDevice : undefined}
        subscribe={subscribe}
      />
      <Devices devices={data.devices} ownDevice={ownDevice} />
    </div>
  );
}

interface ThisDeviceProps {
  support: ReturnType<typeof useOwnBrowser>["support"];
  device: PushDevice | undefined;
  subscribe: ReturnType<typeof useSubscribe>;
}

const defaultPreferences: PushPreferences = {
  kinds: ["question", "answer", "message", "notice"],
  quiet_hours: null,
};

function ThisDevice({ support, device, subscribe }: ThisDeviceProps) {
  const { t } = useTexts();
  const unsubscribe = useUnsubscribe();
  const isSaving = subscribe.isPending || unsubscribe.isPending;
  if (support === "unsupported") return <Callout>{t("push.unsupported")}</Callout>;
  if (support === "install_first") return <Callout>{t("push.install_first")}</Callout>;
  if (support === "blocked") return <Callout tone="warn">{t("push.blocked")}</Callout>;
  return (
    <div className="grid gap-3">
      <Switch
        label={t("push.this_device")}
        hint={t("push.this_device_hint")}
        checked={device !== undefined}
        disabled={support === "unknown" || isSaving}
        onChange={() =>
          device ? unsubscribe.mutate(device.id) : subscribe.mutate(defaultPreferences)
        }
      />
      {(subscribe.error ?? unsubscribe.error) && <Callout tone="error">{t("push.failed")}</Callout>}
      {device && (
        <PushChoices
          device={device}
          isSaving={isSaving}
          onChange={(change) =>
            subscribe.mutate({ kinds: device.kinds, quiet_hours: device.quiet_hours, ...change })
          }
        />
      )}
    </div>
  );
}

/** The account's devices, each with a button that removes it. */
function Devices({
  devices,
  ownDevice,
}: {
  devices: PushDevice[];
  ownDevice: PushDevice | undefined;
}) {
  const { t } = useTexts();
  const unsubscribe = useUnsubscribe();
  if (devices.length === 0) return null;
  return (
    <div>
      <h4 className="font-bold">{t("push.devices")}</h4>
      <ul className="mt-1">
        {devices.map(({ id, name, is_reachable }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <span>
                <bdi>{name || t("push.unknown_device")}</bdi>
              </span>
              {id === ownDevice?.id && (
                <span className="ml-2 text-sm text-ink-2">{t("push.own_device")}</span>
              )}
              {!is_reachable && (
                <span className="block text-sm text-ink-2">{t("push.unreachable")}</span>
              )}
            </span>
            <Button
              variant="outline"
              size="sm"
              disabled={unsubscribe.isPending}
              onClick={() => unsubscribe.mutate(id)}
            >
              {t("push.remove")}
            </Button>
          </li>
        ))}
      </ul>
      {unsubscribe.error && <Callout tone="error">{t("push.failed")}</Callout>}
    </div>
  );
}
