import { z } from 'zod'

const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\:*?"<>|\0]+$/)

/**
 * A line of several files: the next part of the file at `path`, as text or as base64. The parts of a file follow each other.
 * Paths are relative, with `/`.
 */
export const bundleLineSchema = z.union([
  z.strictObject({ path, text: z.string() }),
  z.strictObject({ path, data: z.base64() }),
])
export type BundleLine = Readonly<z.infer<typeof bundleLineSchema>>

const MAX_NAME = 60
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Words of a text as a part of a file's name on any system, joined by dashes. `fallback`: there are none. */
export function fileNamePart(text: string, fallback: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  let part = ''
  for (const word of words) {
    if (part.length + word.length < MAX_NAME) part += part === '' ? word : `-${word}`
  }
  return part === '' || DEVICE.test(part) ? fallback : part
}
