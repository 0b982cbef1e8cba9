/** A picture in another size or format. */
export interface RedrawnPicture {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

const QUALITY = 0.9

/** Draws a picture upright, scaled down if it is larger. Null: the browser cannot read it. */
export async function drawPicture(
  file: Blob,
  {
    side,
    mediaType,
  }: {
    /** Longest side, pixels. */
    readonly side: number
    readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  },
): Promise<RedrawnPicture | null> {
  const whole = await createImageBitmap(file).catch(() => null)
  if (whole === null) return null
  const factor = Math.min(1, side / Math.max(whole.width, whole.height))
  const width = Math.max(1, Math.round(whole.width * factor))
  const height = Math.max(1, Math.round(whole.height * factor))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, width, height)
  whole.close()
  const blob = await canvas.convertToBlob({ type: mediaType, quality: QUALITY }).catch(() => null)
  return blob === null ? null : { blob, width, height }
}

/** Larger pictures cannot be drawn by browsers. Pixels. */
export const MAX_SIDE = 16_384

/** How much smaller each attempt is. */
const STEP = 0.75
const ATTEMPTS = 8

/** Limits of a target for one picture. */
export interface PictureLimits {
  readonly imageSide: number
  readonly imageBytes: number
  /** Formats that it takes. PNG and JPEG are among them. */
  readonly mediaTypes: readonly string[]
}

/** Draws a picture as PNG or JPEG, and scales it until it is within the limits. Null: the browser cannot read it. */
export async function fitPicture(file: Blob, limits: PictureLimits): Promise<RedrawnPicture | null> {
  let side = Math.min(limits.imageSide, MAX_SIDE)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Formats that may have transparency or sharp edges are tried as PNG first.
    const isSharp = file.type !== 'image/jpeg' && attempt === 0 && limits.mediaTypes.includes('image/png')
    const drawn = await drawPicture(file, { side, mediaType: isSharp ? 'image/png' : 'image/jpeg' })
    if (drawn === null || drawn.blob.size <= limits.imageBytes) return drawn
    // The first attempt with less quality has the same size.
    if (!isSharp) side = Math.floor(Math.max(drawn.width, drawn.height) * STEP)
  }
  return null
}
