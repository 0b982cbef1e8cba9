import { type AttachmentBlock, CONTENT_PIECE } from '../../shared/attachment.ts'
import { toBase64 } from '../../shared/base64.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'
import type { PreparedFile } from './prepare-file.ts'

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
