import { Stage } from "../-shell/screen.tsx";
import { Invitation } from "./invitation.tsx";
import { Last } from "./last.tsx";
import { Safety } from "./safety.tsx";
import { Steps } from "./steps.tsx";
import { Video } from "./video.tsx";

/** The top page for visitors. */
export function Landing() {
  return (
    <Stage>
      <div className="mx-auto grid max-w-[77rem] gap-12 px-4 pt-4 pb-14 lg:gap-20 lg:px-6 lg:pt-6 lg:pb-20">
        <Invitation />
        <Video />
        <Steps />
        <Safety />
        <Last />
      </div>
    </Stage>
  );
}
