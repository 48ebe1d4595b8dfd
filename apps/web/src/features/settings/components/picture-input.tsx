import { maxPicturePixels, pictureTypes } from "@toibako/contract/pictures.ts";
import { ImagePlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readPictureSize } from "#lib/browser/picture-size.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Spinner } from "#ui/feedback/loader.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";

const cropDialog = defineLazyModule(async () => (await import("./crop-dialog.tsx")).CropDialog);

interface PictureInputProps {
  /** Called with the square that was cropped from the chosen file. */
  onChoose: (picture: Blob) => void;
  isPending?: boolean;
  /** The error of the last upload. */
  error?: ReactNode;
  /** Further buttons beside the one that opens the file dialog. */
  children?: ReactNode;
}

/** A button that opens the file dialog, then a dialog that crops the chosen picture to a square. */
export function PictureInput({ onChoose, isPending = false, error, children }: PictureInputProps) {
  const { t } = useTexts();
  const [image, setImage] = useState<HTMLImageElement>();
  const [problem, setProblem] = useState<PictureProblem>();
  const close = () => setImage(undefined);
  const CropDialog = useLazyModule(cropDialog, image !== undefined, close);

  async function choose(file: File | undefined) {
    if (!file || isPending) return;
    const decodedImage = await decode(file);
    const isImage = decodedImage instanceof HTMLImageElement;
    setProblem(isImage ? undefined : decodedImage);
    setImage(isImage ? decodedImage : undefined);
  }
  const message = problem ? t(`settings.picture_${problem}`) : error;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        <label
          className={buildButtonClass({
            variant: "outline",
            size: "sm",
            className:
              "cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
          })}
        >
          {isPending ? <Spinner /> : <ImagePlus size={18} aria-hidden="true" />}
          <span>{t(isPending ? "settings.picture_uploading" : "settings.picture_choose")}</span>
          <input
            type="file"
            accept={pictureTypes.join(",")}
            className="absolute inset-0 -z-10 opacity-0"
            aria-invalid={Boolean(message)}
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              // Without this reset, choosing the same file again would cause no event.
              target.value = "";
            }}
          />
        </label>
        {children}
      </div>
      {message && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {message}
        </p>
      )}
      {CropDialog && image && (
        <CropDialog
          key={image.src}
          open
          onOpenChange={(open) => open || close()}
          image={image}
          onCropped={onChoose}
        />
      )}
    </div>
  );
}

type PictureProblem = "empty" | "too_large" | "unreadable";

/**
 * Decodes a picture. Returns the problem of an empty or broken file, of a type that the server refuses, and of a picture
 * with too many pixels, which isn't decoded.
 */
async function decode(file: File): Promise<HTMLImageElement | PictureProblem> {
  if (file.size === 0) return "empty";
  if (!(pictureTypes as readonly string[]).includes(file.type)) return "unreadable";
  const { width, height } = (await readPictureSize(file)) ?? { width: 0, height: 0 };
  if (width * height > maxPicturePixels) return "too_large";
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch {
    URL.revokeObjectURL(image.src);
    return "unreadable";
  }
}
