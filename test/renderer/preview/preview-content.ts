import { implement } from '@orpc/server'

import {
  type AttachmentBlock,
  type AttachmentKind,
  attachmentOf,
  CONTENT_PIECE,
} from '../../../src/shared/attachment.ts'
import { fromBase64, toBase64 } from '../../../src/shared/base64.ts'
import { contract } from '../../../src/shared/contract.ts'
import { DONE, ok, refuse } from '../../../src/shared/result.ts'

interface StoredFile {
  readonly block: AttachmentBlock
  readonly bytes: Uint8Array
}

const KINDS: Readonly<Record<string, readonly [AttachmentKind, string]>> = {
  png: ['image', 'image/png'],
  jpg: ['image', 'image/jpeg'],
  webp: ['image', 'image/webp'],
  pdf: ['pdf', 'application/pdf'],
  txt: ['text', 'text/plain'],
  markdown: ['text', 'text/markdown'],
  ts: ['text', 'text/plain'],
}

/** A PNG of one pixel: the content of files that only the log names. */
const DOT = fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
)

/** The operations on files of the preview, in memory. The kind goes by the name. */
function previewContent(note: (name: string, input: unknown) => void) {
  const { content } = implement(contract)
  const open = new Map<string, { readonly name: string; bytes: readonly number[] }>()
  const stored = new Map<string, StoredFile>()
  return {
    find: content.find.handler(({ input: { sha256, name } }) => {
      const file = stored.get(sha256)
      return ok(file === undefined ? null : { ...file.block, name })
    }),
    begin: content.begin.handler(({ input }) => {
      note('content.begin', input)
      const id = crypto.randomUUID()
      open.set(id, { name: input.name, bytes: [] })
      return ok(id)
    }),
    append: content.append.handler(({ input: { uploadId, data } }) => {
      const upload = open.get(uploadId)
      if (upload !== undefined) upload.bytes = [...upload.bytes, ...fromBase64(data)]
      return DONE
    }),
    finish: content.finish.handler(({ input: { uploadId, sha256 } }) => {
      const { name, bytes } = open.get(uploadId) ?? { name: '', bytes: [] }
      const [kind, mediaType] = KINDS[name.split('.').at(-1) ?? ''] ?? ['file', 'application/octet-stream']
      const text = kind === 'text' ? { characters: bytes.length } : {}
      const block = attachmentOf({ sha256, media_type: mediaType, kind, bytes: bytes.length, ...text }, name)
      stored.set(sha256, { block, bytes: Uint8Array.from(bytes) })
      return ok(block)
    }),
    discard: content.discard.handler(({ input }) => {
      open.delete(input.uploadId)
      return DONE
    }),
    read: content.read.handler(({ input: { sha256, offset } }) => {
      note('content.read', { sha256 })
      const bytes = stored.get(sha256)?.bytes ?? DOT
      return ok({ data: toBase64(bytes.slice(offset, offset + CONTENT_PIECE)), bytes: bytes.length })
    }),
    text: content.text.handler(({ input }) => {
      const file = stored.get(input.sha256)
      return ok(file?.block.kind === 'text' ? new TextDecoder().decode(file.bytes) : null)
    }),
  }
}

/** The files of every working folder of the preview. */
const FOLDER_FILES: readonly string[] = ['src/add.ts', 'src/gateway/tokens.ts', 'README.md', 'assets/logo.png']

/** The operations on working folders of the preview. Nothing can be attached from them. */
function previewFolder(note: (name: string, input: unknown) => void) {
  const { folder } = implement(contract)
  return {
    files: folder.files.handler(({ input: { query } }) =>
      ok(
        FOLDER_FILES.filter((path) => path.includes(query)).map((path) => ({
          kind: 'file' as const,
          path,
          bytes: 1_200,
        })),
      ),
    ),
    open: folder.open.handler(({ input }) => {
      note('folder.open', input)
      return DONE
    }),
    attach: folder.attach.handler(({ input: { path } }) => refuse(`${path} is not in the preview.`)),
  }
}

/** The operations on files of the preview. `note` is called with each file that is added. */
export function previewFiles(note: (name: string, input: unknown) => void) {
  return { content: previewContent(note), folder: previewFolder(note) }
}
