import type { AttachmentBlock } from '../../shared/attachment.ts'
import { texts } from '../text/texts.ts'
import { formatSize } from './format-figures.ts'

const words = texts.parts.file

/** Returns what a file is: `image · 48 kB`, `PDF · 12 pages · 2.1 MB`. */
export function fileFacts({ kind, bytes, pages }: AttachmentBlock): readonly string[] {
  const length = pages === undefined ? [] : [words.pages({ pages })]
  return [words.kinds[kind], ...length, formatSize(bytes)]
}
