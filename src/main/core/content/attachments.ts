import { type AttachmentBlock, attachmentOf, type AttachmentRef } from '../../../shared/attachment.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { ContentStore } from '../ports/content-ports.ts'

/**
 * Returns the blocks for files that a client refers to. Everything except the name comes from the store. REFUSED if a
 * file is not stored.
 */
export async function resolveAttachments(
  refs: readonly AttachmentRef[],
  content: ContentStore,
): Promise<Result<readonly AttachmentBlock[]>> {
  if (refs.length === 0) return ok([])
  const found = await content.claim(refs.map(({ sha256 }) => sha256))
  if (!found.ok) return found
  const blocks: AttachmentBlock[] = []
  for (const { sha256, name } of refs) {
    const facts = found.value.get(sha256)
    if (facts === undefined) return refuse(`${name} is not stored. Attach the file again.`)
    blocks.push(attachmentOf(facts, name))
  }
  return ok(blocks)
}
