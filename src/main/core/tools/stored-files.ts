import { type AttachmentBlock, fileName } from '../../../shared/attachment.ts'
import type { Result } from '../../../shared/result.ts'
import type { ToolFile, ToolOutcome } from '../ports/tool-ports.ts'

/** Stores a file of a tool's result. */
export type StoreToolFile = (file: ToolFile) => Promise<Result<AttachmentBlock>>

interface StoredOutcome {
  readonly outcome: ToolOutcome
  /** Missing: no file was stored. */
  readonly attachments?: readonly AttachmentBlock[]
}

/** Stores the files of an outcome. The text says of a file that could not be stored why. */
export async function withStoredFiles(outcome: ToolOutcome, storeFile: StoreToolFile): Promise<StoredOutcome> {
  const { files = [] } = outcome
  const attachments: AttachmentBlock[] = []
  const notes: string[] = []
  for (const file of files) {
    const stored = await storeFile(file)
    if (stored.ok) attachments.push(stored.value)
    else notes.push(`[${fileName(file.name)} could not be kept: ${stored.error.message}]`)
  }
  const content = [outcome.content, ...notes].filter((part, index) => index > 0 || part !== '').join('\n')
  return { outcome: { ...outcome, content }, ...(attachments.length > 0 && { attachments }) }
}
