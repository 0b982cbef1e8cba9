import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import { type AttachmentBlock, attachmentRefSchema, CONTENT_PIECE, sha256Schema } from '../attachment.ts'
import type { Result } from '../result.ts'

export interface ContentPiece {
  /** Base64. Empty at the end of the file. */
  readonly data: string
  /** Size of the whole file, bytes. */
  readonly bytes: number
}

const uploadId = z.uuid()
/** Base64 takes four characters for three bytes. */
const MAX_PIECE_LENGTH = Math.ceil(CONTENT_PIECE / 3) * 4

/**
 * Files of messages (docs/behaviour/content.md). A file is uploaded in pieces, each sent after the answer to the one
 * before it, and is durable when `finish` resolves.
 */
export const contentContract = {
  /** Returns the stored file with this hash, so that it need not be uploaded again; null: there is none. */
  find: oc.input(attachmentRefSchema).output(type<Result<AttachmentBlock | null>>()),
  /** Begins an upload and returns its id. REFUSED if the file is larger than `max_attachment_bytes` of config.json. */
  begin: oc
    .input(z.object({ name: z.string().max(1_000), bytes: z.number().int().nonnegative() }))
    .output(type<Result<string>>()),
  /**
   * Adds the piece at `offset`, of `CONTENT_PIECE` bytes at most. REFUSED if it is not the next one, or exceeds the
   * size given to `begin`; the upload is then discarded.
   */
  append: oc
    .input(z.object({ uploadId, offset: z.number().int().nonnegative(), data: z.base64().max(MAX_PIECE_LENGTH) }))
    .output(type<Result<null>>()),
  /** Stores the file. REFUSED if a piece is missing, or the bytes have another hash than `sha256`. */
  finish: oc.input(z.object({ uploadId, sha256: sha256Schema })).output(type<Result<AttachmentBlock>>()),
  /** Ends an upload without storing the file. */
  discard: oc.input(z.object({ uploadId })).output(type<Result<null>>()),
  /** Returns up to `CONTENT_PIECE` bytes of a file from `offset` on. REFUSED if the file is not stored. */
  read: oc
    .input(z.object({ sha256: sha256Schema, offset: z.number().int().nonnegative() }))
    .output(type<Result<ContentPiece>>()),
  /** Returns the text that a model is sent in place of a file that it cannot take; null: there is none. */
  text: oc.input(z.object({ sha256: sha256Schema })).output(type<Result<string | null>>()),
}
