import { hash, randomUUID } from 'node:crypto'

import { PrintKey, PrintKeys } from '../../src/main/core/caching/print-keys.ts'
import type { SettingsStore } from '../../src/main/core/ports/log-ports.ts'

const sha256 = (text: string): string => hash('sha256', text)

export const printKey = (key: string): PrintKey => new PrintKey(key, sha256)

/** The keys of an engine with these settings. */
export function printKeysOf(settings: SettingsStore): PrintKeys {
  return new PrintKeys({ settings, ids: { uuid: () => randomUUID() }, projectFiles: { hash: sha256 } })
}
