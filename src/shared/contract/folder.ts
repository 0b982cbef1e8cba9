import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { AttachmentBlock } from '../attachment.ts'
import type { Result } from '../result.ts'
import { agentId } from './fields.ts'

/** What `@` in a prompt can name: something inside an agent's working folder, or on an MCP server. */
export interface FolderFile {
  /** `form`: an address of a server with parts in braces, to be filled in. */
  readonly kind: 'file' | 'folder' | 'server' | 'resource' | 'form'
  /**
   * Relative to the working folder, with `/` between the names; that of a folder ends with `/`. Of a resource
   * `SERVER:ADDRESS`, of a server `SERVER:`.
   */
  readonly path: string
  /** Null: no file, or not known. */
  readonly bytes: number | null
  /** What a server calls it. */
  readonly title?: string
}

/**
 * Files in an agent's working folder and resources of MCP servers, for `@path` in a prompt. Only files that its tools
 * may read without asking: REFUSED if the folder is larger than a project, and for a protected file.
 */
export const folderContract = {
  /**
   * Returns the files and folders that match best, newest first among equals, and servers with resources; of one
   * server, if the query begins with `SERVER:`, its resources. Files that ignore files name are left out.
   */
  files: oc.input(z.object({ agentId, query: z.string().max(500) })).output(type<Result<readonly FolderFile[]>>()),
  /** Opens a file of the folder in the editor that the user set. */
  open: oc.input(z.object({ agentId, path: z.string().min(1).max(4_096) })).output(type<Result<null>>()),
  /** Stores a file of the folder, or a resource of a server, as it is now. */
  attach: oc.input(z.object({ agentId, path: z.string().min(1).max(4_096) })).output(type<Result<AttachmentBlock>>()),
}
