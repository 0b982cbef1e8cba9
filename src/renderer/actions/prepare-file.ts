import { withoutMetadata } from '../../shared/picture-metadata.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import { texts } from '../text/texts.ts'
import { drawPicture, MAX_SIDE } from './draw-picture.ts'

const words = texts.actions.files

/** A file as it is stored. */
export interface PreparedFile {
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
