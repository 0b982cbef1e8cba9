import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { openSource } from '../../src/main/adapters/foreign-sessions/open-source.ts'
import { readText } from '../../src/main/adapters/foreign-sessions/read-text.ts'
import type { SourceDocument } from '../../src/main/core/ports/foreign-ports.ts'

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'foreign-sessions')

/** Paths of all samples. */
export const SAMPLES: readonly string[] = ['synthetic', 'recorded', 'real'].flatMap((folder) =>
  readdirSync(join(FOLDER, folder)).map((name) => join(FOLDER, folder, name)),
)

export function sample(name: string): string {
  return join(FOLDER, name)
}

/** The documents of a text. */
export async function documentsIn(text: string): Promise<readonly SourceDocument[]> {
  const sources = await Array.fromAsync(
    readText('text', async function* () {
      yield text
    }),
  )
  return sources.flatMap((source) => ('problem' in source ? [] : [source.document]))
}

export async function documentsOf(path: string): Promise<readonly SourceDocument[]> {
  const opened = await openSource(path, null)
  if (!opened.ok) throw new Error(opened.error.message)
  const sources = await Array.fromAsync(opened.value)
  return sources.flatMap((source) => ('problem' in source ? [] : [source.document]))
}
