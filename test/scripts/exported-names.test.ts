import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** A translation exports the names of the English catalogue. */
const TRANSLATION = /^src.renderer.text.(?!en\b)[a-z]{2}\b/

const EXPORT = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm

/**
 * Names that two files may export, grouped by the reason. Reconsider a name before it is added here; remove it when one
 * of the two is renamed.
 */
const ALLOWED = new Set(
  [
    // A part of the engine, and the component or store of the window that shows it.
    [
      'AgentRow',
      'AgentTree',
      'ApprovalInbox',
      'ConfigStore',
      'CredentialStore',
      'createCredentialStore',
      'UsageStore',
      'createUsageStore',
    ],
    ['ForkOrigin', 'Toasts', 'WebSession', 'agentPath'],
    // The two ends of one connection.
    ['ConnectOptions', 'OpenedEngine', 'createPortChannel'],
    // The same idea for another form of data: a row of a table and a line of a file, a text and a page.
    ['EventRow', 'Environment', 'argumentsText', 'findText', 'parseJson'],
  ].flat(),
)

it('exports each name from one file of src, so that a name has one meaning', () => {
  const filesOf = new Map<string, Set<string>>()
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !TRANSLATION.test(file))
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORT)) {
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
    }
  }
  const twice = [...filesOf].filter(([name, { size }]) => size > 1 && !ALLOWED.has(name))
  expect(twice.map(([name, found]) => `${name}: ${[...found].toSorted().join(', ')}`)).toEqual([])
})
