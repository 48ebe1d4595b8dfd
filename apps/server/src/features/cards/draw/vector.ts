import { type Canvas, createCanvas, Image } from "@napi-rs/canvas";

/** Draws an SVG as a square of `size` pixels. Takes 1 to 3 ms: cache the result. */
export function drawVector(svg: string, size: number): Canvas {
  const canvas = createCanvas(size, size);
  const image = new Image();
  // The canvas library draws nothing if an SVG has no size, and these files have none.
  image.src = Buffer.from(svg.replace("<svg ", `<svg width="${size}" height="${size}" `));
  canvas.getContext("2d").drawImage(image, 0, 0, size, size);
  return canvas;
}
