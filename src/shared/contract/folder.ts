import { type } from '@orpc/contract'
import { z } from 'zod'

import type { AttachmentBlock } from '../attachment.ts'
import type { Result } from '../result.ts'
import { agentId } from './fields.ts'
import { operation } from './operation.ts'

/** A file or a folder inside an agent's working folder. */
export interface FolderFile {
  /** Relative to the working folder, with `/` between the names. That of a folder ends with `/`. */
  readonly path: string
  /** Null: a folder, or the file is gone. */
  readonly bytes: number | null
}

/**
 * Files in an agent's working folder, for `@path` in a prompt. Only what its tools may read without asking: REFUSED if
 * the folder is larger than a project, and for a protected file.
 */
export const folderContract = {
  /**
   * Returns the files and folders that match best, newest first among equals. Files that ignore files name are left
   * out.
   */
  files: operation('read')
    .input(z.object({ agentId, query: z.string().max(500) }))
    .output(type<Result<readonly FolderFile[]>>()),
  /** Opens a file of the folder in the editor that the user set. */
  open: operation('standard')
    .input(z.object({ agentId, path: z.string().min(1).max(4_096) }))
    .output(type<Result<null>>()),
  /** Stores a file of the folder as it is now. */
  attach: operation('standard')
    .input(z.object({ agentId, path: z.string().min(1).max(4_096) }))
    .output(type<Result<AttachmentBlock>>()),
}
