import { join } from 'node:path'

import { getRawHeader } from '@electron/asar'
import { z } from 'zod'

/** A file of a packaged app. */
export interface PackedFile {
  /** Relative to the app's root, with `/`. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Whether it is outside of the archive, so that it can be executed. */
  readonly unpacked: boolean
}

interface Folder {
  readonly files: Readonly<Record<string, Entry>>
}
type Entry = Folder | z.infer<typeof fileSchema> | z.infer<typeof linkSchema>

const fileSchema = z.object({ size: z.number(), unpacked: z.boolean().optional() })
const linkSchema = z.object({ link: z.string() })
const folderSchema: z.ZodType<Folder> = z.lazy(() =>
  z.object({ files: z.record(z.string(), z.union([folderSchema, fileSchema, linkSchema])) }),
)

/** Returns the files of the archive in a packaged app's `resources` folder, without links, which have no size. */
export function packedFiles(resources: string): readonly PackedFile[] {
  return filesIn('', folderSchema.parse(getRawHeader(join(resources, 'app.asar')).header))
}

function filesIn(prefix: string, { files }: Folder): readonly PackedFile[] {
  return Object.entries(files).flatMap(([name, entry]) => {
    const path = prefix + name
    if ('files' in entry) return filesIn(`${path}/`, entry)
    if ('link' in entry) return []
    return [{ path, size: entry.size, unpacked: entry.unpacked === true }]
  })
}

/** Returns a report of the sizes, with one line per part of the app. */
export function describePackedFiles(files: readonly PackedFile[]): string {
  const parts = new Map<string, { readonly count: number; readonly size: number; readonly unpacked: boolean }>()
  for (const { path, size, unpacked } of files) {
    const part = PART.exec(path)?.[0] ?? path
    const sum = parts.get(part) ?? { count: 0, size: 0, unpacked: false }
    parts.set(part, { count: sum.count + 1, size: sum.size + size, unpacked: sum.unpacked || unpacked })
  }
  const lines = [...parts].map(([part, { count, size, unpacked }]) => {
    const numbers = `${String(count).padStart(5)} files ${(size / 1e6).toFixed(1).padStart(6)} MB`
    return `${numbers}  ${part}${unpacked ? ' (beside the archive)' : ''}`
  })
  return lines.join('\n')
}

/** Matches a part: `out/main`, `drizzle`, `node_modules/@scope/name`. */
const PART = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|out\/[^/]+|[^/]+)/
