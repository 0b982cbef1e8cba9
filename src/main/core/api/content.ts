import { attachmentOf, CONTENT_PIECE } from '../../../shared/attachment.ts'
import { toBase64 } from '../../../shared/base64.ts'
import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, ok, refuse } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

/** Files of messages. */
export function createContentApi({ content, uploads }: EngineWiring): EngineApi['content'] {
  return {
    find: async ({ sha256, name }) => {
      const found = await content.claim([sha256])
      return mapOk(found, (files) => {
        const facts = files.get(sha256)
        return facts === undefined ? null : attachmentOf(facts, name)
      })
    },
    begin: async ({ name, bytes }) => uploads.begin(name, bytes),
    append: ({ uploadId, offset, data }) => uploads.append(uploadId, offset, data),
    finish: ({ uploadId, sha256 }) => uploads.finish(uploadId, sha256),
    discard: ({ uploadId }) => uploads.discard(uploadId),
    read: async ({ sha256, offset }) => {
      const found = await content.find([sha256])
      if (!found.ok) return found
      const facts = found.value.get(sha256)
      if (facts === undefined) return refuse('The file is not stored here.')
      const bytes = await content.read(sha256, offset, CONTENT_PIECE)
      return bytes.ok ? ok({ data: toBase64(bytes.value), bytes: facts.bytes }) : bytes
    },
    text: async ({ sha256 }) => mapOk(await content.texts([sha256]), (texts) => texts.get(sha256) ?? null),
  }
}
