import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { headProblems } from '../../src/main/adapters/proof/log-signer.ts'
import { damageText } from '../../src/main/adapters/storage/embedded/damaged-cluster.ts'
import { toStorageError } from '../../src/main/adapters/storage/storage-error.ts'
import { ADVICE_IDS, advice, adviseOn } from '../../src/shared/advice.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The commands of `ikigai`. */
const COMMANDS = [
  ...new Set(
    globSync('src/main/command-line/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\.command\('([a-z-]+)/g)].map(([, name = '']) => name),
    ),
  ),
]
const NAMES_A_COMMAND = new RegExp(`ikigai (${COMMANDS.join('|')})\\b`)

afterEach(() => adviseOn('command_line'))

it.each(ADVICE_IDS)('names a command only where it can be typed: %s', (id) => {
  expect(advice(id, 'app')).not.toMatch(NAMES_A_COMMAND)
  expect(advice(id, 'app')).not.toMatch(/`|--/)
  expect(advice(id, 'command_line')).toMatch(NAMES_A_COMMAND)
})

const failed = (code: string) => toStorageError(Object.assign(new Error('said by the server'), { code })).message

it.each<readonly [string, () => string]>([
  ['a damaged page', () => failed('XX001')],
  ['a damaged index', () => failed('XX002')],
  ['a missing file', () => failed('58P01')],
  ['a database that does not start', () => damageText('invalid page in block 3', '/data/postgres') ?? ''],
  ['a log whose control file is damaged', () => damageText('could not read pg_control', '/data/postgres') ?? ''],
  [
    'a signed head that was removed',
    () => headProblems({ head: null, isSigning: true, publicKey: null, logId: 'log', lastNote: 'a note' }).join(),
  ],
])('a message in the app names no command: %s', (_name, message) => {
  expect(message()).toMatch(NAMES_A_COMMAND)
  adviseOn('app')
  expect(message()).not.toMatch(NAMES_A_COMMAND)
  expect(message()).not.toBe('')
})

/** Files whose texts only commands, the HTTP API, editors or windows in browsers show. */
const WHERE_COMMANDS_ARE: readonly string[] = [
  'src/main/adapters/proof/disclosure-file.ts',
  'src/main/adapters/storage/hashed-agents.ts',
  'src/main/adapters/storage/read-disclosure.ts',
  'src/main/adapters/storage/sql-reader.ts',
  'src/main/core/backup/backup-branch.ts',
  // Confirmations are only asked for in browsers.
  'src/renderer/frame/confirmation-dialog.tsx',
]

/** Texts of the window for a browser, beside which there is one for the app. */
const IN_BROWSERS: readonly string[] = ['src/renderer/text/de/settings.ts', 'src/renderer/text/en/settings.ts']

it('texts that the window of the app can show name no command by themselves', () => {
  const files = globSync('src/{shared,renderer,main/core,main/adapters,main/hosts/electron}/**/*.{ts,tsx}', {
    cwd: ROOT,
  })
  const naming = files
    .map((file) => relative(ROOT, join(ROOT, file)).replaceAll('\\', '/'))
    .filter((file) => withoutComments(readFileSync(join(ROOT, file), 'utf8')).match(NAMES_A_COMMAND) !== null)
  expect(files.length).toBeGreaterThan(1_000)
  expect(naming.toSorted()).toEqual([...WHERE_COMMANDS_ARE, ...IN_BROWSERS, 'src/shared/advice.ts'].toSorted())
})

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
