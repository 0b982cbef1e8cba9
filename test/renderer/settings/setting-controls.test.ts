import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { SETTING_NAMES, SETTINGS } from '../../../src/shared/config.ts'
import { profileEntrySchema } from '../../../src/shared/profile.ts'
import { toolServerEntrySchema } from '../../../src/shared/tool-server.ts'

const PAGES = join(import.meta.dirname, '../../../src/renderer/settings')

/** The text of all pages of the settings, or of some of them. */
function pages(pattern = '*.tsx'): string {
  return globSync(pattern, { cwd: PAGES })
    .map((file) => readFileSync(join(PAGES, file), 'utf8'))
    .join('\n')
}

/** Whether the text reads, writes or names a property with that name; folders in imports do not count. */
function names(text: string, name: string): boolean {
  return new RegExp(`\\.${name}\\b(?!/)|'${name}'|\\b${name}\\??:|[{,] ${name}\\b`).test(text)
}

it('has a control for each setting whose row says so, and for no other', () => {
  const text = pages()
  expect(SETTING_NAMES.filter((name) => SETTINGS[name].isInWindow !== names(text, name))).toEqual([])
})

/** Parts of entries that the file alone sets. None of them gives an agent or a program a right. */
const IN_THE_FILE_ALONE: readonly string[] = [
  // Only a run of the command line fails when the server is missing.
  'required',
  // How a client is registered, once, by whoever runs the server.
  'oauth',
]

it.each([
  ['profile', 'profile*.tsx', Object.keys(profileEntrySchema.shape)],
  [
    'MCP server',
    '{server,program}*.{ts,tsx}',
    toolServerEntrySchema.options.flatMap(({ shape }) => Object.keys(shape)),
  ],
])('has a control for each part of an entry (%s), or says why the file alone sets it', (_what, files, parts) => {
  const text = pages(files)
  const missing = parts.filter((part) => !IN_THE_FILE_ALONE.includes(part) && !names(text, part))
  expect(missing).toEqual([])
})
