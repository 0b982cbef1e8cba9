import { parseDocument } from 'yaml'
import { z } from 'zod'

/** Bytes of the largest file of an update. */
const LARGEST_FILE = 2_000_000_000

/** Begins of anchors, aliases, tags and directives, and sizes that are not decimal. */
const UNUSUAL = /[&*!%]|size: 0/i

const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/)
/** Names of files beside the list, never paths or addresses. */
const fileName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,199}$/)

const feedSchema = z.strictObject({
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,40})?$/),
  files: z
    .array(
      z.strictObject({
        url: fileName,
        sha512,
        size: z.int().positive().max(LARGEST_FILE),
        blockMapSize: z.int().positive().optional(),
        isAdminRightsRequired: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(20),
  /** As in files; older updaters read it. */
  path: fileName.optional(),
  sha512: sha512.optional(),
  releaseDate: z.string().max(100).optional(),
})

/** The list of the files of a version, as electron-builder writes it. */
export type UpdateFeed = z.infer<typeof feedSchema>
export type UpdateFile = UpdateFeed['files'][number]

/**
 * Reads a list of updates. Null: it is none. Aliases, tags, keys that occur twice or are unknown, and several documents
 * are refused: another reader could see something else in them.
 */
export function readUpdateFeed(bytes: Uint8Array): UpdateFeed | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (UNUSUAL.test(text)) return null
    const document = parseDocument(text, { schema: 'core', uniqueKeys: true, merge: false, stringKeys: true })
    if (document.errors.length > 0 || document.warnings.length > 0) return null
    const parsed = feedSchema.safeParse(document.toJS({ maxAliasCount: 0 }))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
