import { type AttachmentBlock, CONTENT_PIECE } from '../../shared/attachment.ts'
import { fromBase64 } from '../../shared/base64.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'
import { drawPicture } from './draw-picture.ts'

type StoredFile = Pick<AttachmentBlock, 'sha256' | 'media_type' | 'width' | 'height'>

/** Reads stored files, for display. */
export interface ContentActions {
  /** Returns a small form of a picture as a data URL; null: it is missing, or cannot be drawn. */
  thumbnail(file: StoredFile): Promise<string | null>
  /** Returns a picture as a data URL; null: it is missing. */
  picture(file: StoredFile): Promise<string | null>
  /** Returns the bytes; null: they are missing. */
  blob(file: StoredFile): Promise<Blob | null>
  /** Returns the text that the engine extracted from a file; null: there is none. */
  text(file: StoredFile): Promise<string | null>
}

/** Longest side of a thumbnail, pixels: twice its height on the screen. */
const THUMBNAIL_SIDE = 960
/** Thumbnails that are kept; one has about 60 kB. */
const KEPT_THUMBNAILS = 200
/** Larger pictures are not drawn: each pixel takes four bytes of memory. */
const MAX_PIXELS = 100_000_000
/** Files that are read at the same time; the others wait. */
const READ_AT_ONCE = 2

export function createContentActions({ client }: { readonly client: EngineClient }): ContentActions {
  const thumbnails = new Map<string, Promise<string | null>>()
  const inTurn = createLimiter(READ_AT_ONCE)

  async function blob({ sha256, media_type: type }: StoredFile): Promise<Blob | null> {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let offset = 0; ; offset += CONTENT_PIECE) {
      const read = await callEngine(client.content.read({ sha256, offset }))
      if (!read.ok) return null
      pieces.push(fromBase64(read.value.data))
      if (offset + CONTENT_PIECE >= read.value.bytes) return new Blob(pieces, { type })
    }
  }

  async function smallPicture(file: StoredFile): Promise<string | null> {
    const { width = 0, height = 0 } = file
    if (width * height > MAX_PIXELS) return null
    const whole = await blob(file)
    const drawn = whole === null ? null : await drawPicture(whole, { side: THUMBNAIL_SIDE, mediaType: 'image/webp' })
    return drawn === null ? null : dataUrl(drawn.blob)
  }

  return {
    blob,
    thumbnail(file) {
      const known = thumbnails.get(file.sha256)
      thumbnails.delete(file.sha256)
      const made = known ?? inTurn(() => smallPicture(file))
      thumbnails.set(file.sha256, made)
      for (const oldest of thumbnails.keys()) {
        if (thumbnails.size <= KEPT_THUMBNAILS) break
        thumbnails.delete(oldest)
      }
      // A file that could not be read is tried again.
      void made.then((url) => (url === null ? thumbnails.delete(file.sha256) : undefined))
      return made
    },
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

/** Returns a function that runs at most `limit` tasks at the same time. */
function createLimiter(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}
