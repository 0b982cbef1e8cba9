import { type AttachmentBlock, CONTENT_PIECE } from '../../shared/attachment.ts'
import { toBase64 } from '../../shared/base64.ts'
import { withoutMetadata } from '../../shared/picture-metadata.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'
import { drawPicture, MAX_SIDE } from './draw-picture.ts'

/** Stores a file in the engine, unless it has it already. The file is durable when this resolves. */
export async function uploadFile(
  { content }: EngineClient,
  { name, bytes }: PreparedFile,
): Promise<Result<AttachmentBlock>> {
  const sha256 = await sha256Of(bytes)
  const known = await callEngine(content.find({ sha256, name }))
  if (!known.ok) return known
  if (known.value !== null) return ok(known.value)
  const begun = await callEngine(content.begin({ name, bytes: bytes.length }))
  if (!begun.ok) return begun
  const uploadId = begun.value
  for (let offset = 0; offset < bytes.length; offset += CONTENT_PIECE) {
    const data = toBase64(bytes.subarray(offset, offset + CONTENT_PIECE))
    const added = await callEngine(content.append({ uploadId, offset, data }))
    if (!added.ok) return added
  }
  return callEngine(content.finish({ uploadId, sha256 }))
}

/** REFUSED if a file of this size is too large. Asked before it is read. */
export async function checkSize({ content }: EngineClient, name: string, bytes: number): Promise<Result<null>> {
  const begun = await callEngine(content.begin({ name, bytes }))
  return begun.ok ? callEngine(content.discard({ uploadId: begun.value })) : begun
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const words = texts.actions.files

/** A file as it is stored. */
interface PreparedFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Pictures that browsers write and all models read. */
const DRAWN_AS: ReadonlyMap<string, 'image/png' | 'image/jpeg' | 'image/webp'> = new Map([
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/webp', 'image/webp'],
])

/**
 * Prepares a file for its upload. Pictures lose their metadata, such as the place; a picture that is stored lying is
 * turned upright; other formats are converted to PNG. All other files stay as they are.
 */
export async function prepareFile(file: File): Promise<Result<PreparedFile>> {
  const bytes = await readBytes(file)
  if (bytes === null) return refuse(words.unreadable({ file: file.name }))
  const plain = withoutMetadata(bytes)
  if (plain !== null && plain.orientation === 1) return ok({ name: file.name, bytes: plain.bytes })
  // Text formats of pictures are text to models.
  if (plain === null && (!file.type.startsWith('image/') || file.type === 'image/svg+xml')) {
    return ok({ name: file.name, bytes })
  }
  return redraw(file.name, new Blob([bytes], { type: plain?.mediaType ?? file.type }))
}

async function redraw(name: string, picture: Blob): Promise<Result<PreparedFile>> {
  const mediaType = DRAWN_AS.get(picture.type) ?? 'image/png'
  const drawn = await drawPicture(picture, { side: MAX_SIDE, mediaType })
  if (drawn === null) return refuse(words.unsupported({ file: name }))
  const bytes = await readBytes(drawn.blob)
  if (bytes === null) return refuse(words.notConverted({ file: name }))
  return ok({ name: DRAWN_AS.has(picture.type) ? name : `${name.replace(/\.[^.]*$/, '')}.png`, bytes })
}

async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  const buffer = await file.arrayBuffer().catch(() => null)
  return buffer === null ? null : new Uint8Array(buffer)
}
