import { CONTENT_PIECE } from '../../shared/attachment.ts'
import { fromBase64 } from '../../shared/base64.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'
import { drawPicture } from './draw-picture.ts'
import { createThumbnails, type StoredFile, type Thumbnails } from './thumbnails.ts'

/** Reads stored files, for display. */
export interface ContentActions {
  /** Returns a small form of a picture as a data URL; null: it is missing, or cannot be drawn. */
  readonly thumbnail: Thumbnails
  /** Returns a picture as a data URL; null: it is missing. */
  picture(file: StoredFile): Promise<string | null>
  /** Returns the bytes; null: they are missing. */
  blob(file: StoredFile): Promise<Blob | null>
  /** Returns the text that the engine extracted from a file; null: there is none. */
  text(file: StoredFile): Promise<string | null>
}

/** Longest side of a thumbnail, pixels: twice its height on the screen. */
const THUMBNAIL_SIDE = 960
/** Larger pictures are not drawn: each pixel takes four bytes of memory. */
const MAX_PIXELS = 100_000_000

export function createContentActions({ client }: { readonly client: EngineClient }): ContentActions {
  async function blob(
    { sha256, media_type: type }: StoredFile,
    isWanted: () => boolean = () => true,
  ): Promise<Blob | null> {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let offset = 0; isWanted(); offset += CONTENT_PIECE) {
      const read = await callEngine(client.content.read({ sha256, offset }))
      if (!read.ok) return null
      pieces.push(fromBase64(read.value.data))
      if (offset + CONTENT_PIECE >= read.value.bytes) return new Blob(pieces, { type })
    }
    return null
  }

  const thumbnail = createThumbnails(async (file, isWanted) => {
    const { width = 0, height = 0 } = file
    if (width * height > MAX_PIXELS) return null
    const whole = await blob(file, isWanted)
    const drawn = whole === null ? null : await drawPicture(whole, { side: THUMBNAIL_SIDE, mediaType: 'image/webp' })
    return drawn === null ? null : dataUrl(drawn.blob)
  })

  return {
    blob: (file) => blob(file),
    thumbnail,
    async picture(file) {
      const whole = await blob(file)
      return whole === null ? null : dataUrl(whole)
    },
    async text({ sha256 }) {
      const read = await callEngine(client.content.text({ sha256 }))
      return read.ok ? read.value : null
    },
  }
}

function dataUrl(blob: Blob): Promise<string | null> {
  const reader = new FileReader()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null))
  reader.addEventListener('error', () => resolve(null))
  reader.readAsDataURL(blob)
  return promise
}
