import { type AttachmentBlock, CONTENT_PIECE } from '../../src/shared/attachment.ts'
import { toBase64 } from '../../src/shared/base64.ts'
import type { EngineApi } from '../../src/shared/engine-api.ts'
import { valueOf } from './drive-agent.ts'
import { sha256Of } from './sample-files.ts'

/** Stores a file as a window does. */
export async function uploadFile(
  { content }: Pick<EngineApi, 'content'>,
  name: string,
  bytes: Uint8Array,
): Promise<AttachmentBlock> {
  const uploadId = valueOf(await content.begin({ name, bytes: bytes.length }))
  for (let offset = 0; offset < bytes.length; offset += CONTENT_PIECE) {
    const data = toBase64(bytes.subarray(offset, offset + CONTENT_PIECE))
    valueOf(await content.append({ uploadId, offset, data }))
  }
  return valueOf(await content.finish({ uploadId, sha256: sha256Of(bytes) }))
}
