// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { bannerPictureSize } from "@toibako/contract/banners.ts";
import { expect, test } from "vitest";
import { openPage } from "#lib/testing/page.tsx";
import { BannerMedia } from "./components/banner-media.tsx";

test("ADS-10 the button of a video says what a press does, also if the browser refuses to start the video", async () => {
  const page = await openPage();
  page.show(
    <BannerMedia
      name="Snow"
      target="/communities"
      media={{
        banner_image_uri: "/pictures/a.mp4",
        still_image_uri: "/pictures/a.webp",
        media_kind: "video",
        ...bannerPictureSize,
      }}
    />,
  );
  const readButton = () => screen.getByRole("button").getAttribute("aria-label");
  const video = document.querySelector("video");
  if (!video) throw new Error("there is no video");
  expect(readButton()).toBe("Play the video");
  fireEvent.play(video);
  expect(readButton()).toBe("Pause the video");
  fireEvent.pause(video);
  expect(readButton()).toBe("Play the video");
});
