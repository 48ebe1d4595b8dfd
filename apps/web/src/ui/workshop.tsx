import { useState } from "react";
import { ToastProvider } from "./feedback/toast.tsx";
import { Segmented } from "./forms/segmented.tsx";
import { WorkshopContent } from "./workshop/content.tsx";
import { WorkshopForms } from "./workshop/forms.tsx";
import { WorkshopFrames } from "./workshop/frames.tsx";
import { WorkshopOverlays } from "./workshop/overlays.tsx";

/** A page that shows the components of ui/ in their states. It has a route in development only. */
export function Workshop() {
  const [theme, setTheme] = useState("");
  const choose = (next: string) => {
    setTheme(next);
    if (next) document.documentElement.dataset.theme = next;
    else delete document.documentElement.dataset.theme;
  };
  return (
    <ToastProvider closeLabel="閉じる">
      <WorkshopFrames>
        <h1 className="sr-only">Workshop</h1>
        <Segmented
          label="Theme"
          className="mb-6"
          value={theme}
          onChange={choose}
          options={[
            { value: "", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <div className="grid gap-8">
          <WorkshopContent />
          <WorkshopForms />
          <WorkshopOverlays />
        </div>
      </WorkshopFrames>
    </ToastProvider>
  );
}
