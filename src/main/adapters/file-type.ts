import type { AttachmentKind } from '../../shared/attachment.ts'

export interface FileType {
  readonly kind: AttachmentKind
  readonly mediaType: string
}

interface Signature extends FileType {
  /** Latin-1 text at the beginning of the file; `?` matches any byte. */
  readonly begins: string
}

/** Sources: the format specifications, as listed by https://mimesniff.spec.whatwg.org. */
const SIGNATURES: readonly Signature[] = [
  { begins: '\x89PNG\r\n\x1a\n', kind: 'image', mediaType: 'image/png' },
  { begins: '\xff\xd8\xff', kind: 'image', mediaType: 'image/jpeg' },
  { begins: 'GIF87a', kind: 'image', mediaType: 'image/gif' },
  { begins: 'GIF89a', kind: 'image', mediaType: 'image/gif' },
  { begins: 'RIFF????WEBPVP8', kind: 'image', mediaType: 'image/webp' },
  { begins: '????ftypheic', kind: 'image', mediaType: 'image/heic' },
  { begins: '????ftypavif', kind: 'image', mediaType: 'image/avif' },
  { begins: '%PDF-', kind: 'pdf', mediaType: 'application/pdf' },
  { begins: 'RIFF????WAVE', kind: 'audio', mediaType: 'audio/wav' },
  { begins: 'ID3\x02', kind: 'audio', mediaType: 'audio/mpeg' },
  { begins: 'ID3\x03', kind: 'audio', mediaType: 'audio/mpeg' },
  { begins: 'ID3\x04', kind: 'audio', mediaType: 'audio/mpeg' },
  { begins: '\xff\xfb', kind: 'audio', mediaType: 'audio/mpeg' },
  { begins: '\xff\xf3', kind: 'audio', mediaType: 'audio/mpeg' },
  { begins: 'fLaC\0', kind: 'audio', mediaType: 'audio/flac' },
  { begins: 'OggS\0', kind: 'audio', mediaType: 'audio/ogg' },
]

/** Returns the type of a file with a known signature; null: none, it may be text. */
export function fileTypeOf(head: Uint8Array): FileType | null {
  return SIGNATURES.find(({ begins }) => matches(head, begins)) ?? null
}

function matches(head: Uint8Array, begins: string): boolean {
  return Array.from(begins, (character, at) => character === '?' || head[at] === character.charCodeAt(0)).every(Boolean)
}
