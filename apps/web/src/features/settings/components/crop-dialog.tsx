import { type ReactNode, useState } from "react";
import Cropper, { type Area, type MediaSize, type Point, type Size } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";

/** The width of the uploaded square in pixels. It is twice that of the stored picture. */
const uploadPixels = 640;
const webpQuality = 0.92;
const maxZoom = 4;

interface CropDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The chosen picture, already decoded. */
  image: HTMLImageElement;
  onCropped: (picture: Blob) => void;
}

/** The dialog that selects a square of a picture, by dragging, arrow keys or sliders. */
export function CropDialog({ open, onOpenChange, image, onCropped }: CropDialogProps) {
  const { t } = useTexts();
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  // The selected square, in pixels of the picture.
  const [area, setArea] = useState<Area>();
  // The sizes of the picture and of the square on the screen.
  const [media, setMedia] = useState<MediaSize>();
  const [square, setSquare] = useState<Size>();
  const [hasFailed, setHasFailed] = useState(false);
  /** Returns how far the picture can be moved from its centre, in pixels. */
  const computeMaxOffset = (side: "width" | "height") =>
    media && square ? Math.max(0, (media[side] * zoom - square[side]) / 2) : 0;
  async function cropAndClose() {
    const picture = area && (await cropImage(image, area).catch(() => null));
    setHasFailed(!picture);
    if (!picture) return;
    onCropped(picture);
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("settings.crop_title")}
      closeLabel={t("common.close")}
      footer={
        <Button isWide onClick={() => void cropAndClose()} disabled={!area}>
          {t("settings.crop_done")}
        </Button>
      }
    >
      <div className="relative aspect-square w-full overflow-hidden rounded-lg bg-surface-2">
        <Cropper
          image={image.src}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          disableAutomaticStylesInjection
          keyboardStep={8}
          cropperProps={{ role: "application", "aria-label": t("settings.crop_area") }}
          mediaProps={{ alt: "" }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
          setMediaSize={setMedia}
          setCropSize={setSquare}
        />
      </div>
      <div className="mt-4 grid gap-2">
        <Slider
          label={t("settings.crop_zoom")}
          value={zoom}
          min={1}
          max={maxZoom}
          onChange={setZoom}
        />
        {/* The sliders move the square, `crop` is the position of the picture: the signs are opposite. */}
        <Slider
          label={t("settings.crop_across")}
          value={-crop.x}
          min={-computeMaxOffset("width")}
          max={computeMaxOffset("width")}
          onChange={(x) => setCrop({ ...crop, x: -x })}
        />
        <Slider
          label={t("settings.crop_down")}
          value={-crop.y}
          min={-computeMaxOffset("height")}
          max={computeMaxOffset("height")}
          onChange={(y) => setCrop({ ...crop, y: -y })}
        />
        {hasFailed && <Callout tone="error">{t("settings.crop_failed")}</Callout>}
      </div>
    </Dialog>
  );
}

interface SliderProps {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

function Slider({ label, value, min, max, onChange }: SliderProps) {
  return (
    <label className="grid min-h-11 grid-cols-[8rem_1fr] items-center gap-3 text-sm">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 100 || 1}
        value={value}
        disabled={min >= max}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-11 w-full accent-brand"
      />
    </label>
  );
}

/**
 * Draws the square to a canvas, so that the upload has no metadata such as the camera and the location. Null if
 * the browser can't.
 */
async function cropImage(
  image: HTMLImageElement,
  { x, y, width, height }: Area,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = uploadPixels;
  canvas.height = uploadPixels;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, x, y, width, height, 0, 0, uploadPixels, uploadPixels);
  // A browser that can't encode WebP creates a PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", webpQuality));
}
