import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A limit in the sources: the file, the name of the constant, and its value on the page, in the unit of the constant. */
type Limit = readonly [file: string, name: string, value: number]
/** A test that sees the limit end a wait, and its words: the file, and a part of its title. */
type Seen = readonly [file: string, title: string]

interface Wait {
  /** How the row begins on the page. */
  readonly row: string
  readonly limits: readonly Limit[]
  readonly seen: readonly Seen[]
}

const STORAGE = 'src/main/adapters/storage'
const TOOLS = 'src/main/adapters/tools'
const LOCKS: Seen = ['test/adapters/storage/lock-waits.db.test.ts', 'says what it waited for, after its limit: $what']

/** All rows of docs/behaviour/errors.md#waits, in their order. */
const WAITS: readonly Wait[] = [
  {
    row: 'another process that starts or upgrades the database',
    limits: [['src/main/adapters/file-lock.ts', 'LIMIT_MS', 5 * MINUTE]],
    seen: [['test/adapters/storage/lock-waits.db.test.ts', "'postgres.lock', 'secrets.lock'"]],
  },
  {
    row: 'another process that writes the same file',
    limits: [['src/main/adapters/path-lock.ts', 'PATH_LOCK_MS', 30 * SECOND]],
    seen: [['test/adapters/path-lock.test.ts', 'says which file another process holds, and writes nothing']],
  },
  {
    row: 'the start of the built-in database',
    limits: [[`${STORAGE}/embedded/embedded-server.ts`, 'START_LIMIT_MS', 2 * MINUTE]],
    seen: [['test/adapters/waits.process.test.ts', 'says that the built-in database was not ready']],
  },
  {
    row: 'a connection to the database',
    limits: [[`${STORAGE}/database-clients.ts`, 'CONNECT_TIMEOUT_SECONDS', 10]],
    seen: [
      ['test/adapters/storage/storage-error.test.ts', "'CONNECT_TIMEOUT'"],
      ['test/adapters/storage/silent-database.db.test.ts', 'is said, and what was asked of it meanwhile'],
    ],
  },
  {
    row: 'a lock in the database that others hold, a statement',
    limits: [
      [`${STORAGE}/database-clients.ts`, 'LOCK_LIMIT_MS', 10 * SECOND],
      [`${STORAGE}/database-clients.ts`, 'STATEMENT_LIMIT_MS', 2 * MINUTE],
    ],
    seen: [LOCKS, ['test/adapters/storage/storage-error.test.ts', "'57014'"]],
  },
  {
    row: 'another backup of the same log, another engine that frees space',
    limits: [],
    seen: [LOCKS, ['test/adapters/storage/dead-space.db.test.ts', 'is refused while another engine frees or purges']],
  },
  {
    row: 'the measuring of unused space',
    limits: [[`${STORAGE}/dead-space.ts`, 'MEASURE_LIMIT_MS', 30 * SECOND]],
    seen: [['test/adapters/storage/dead-space.db.test.ts', 'it takes too long']],
  },
  {
    row: 'another engine that changes the tables',
    limits: [[`${STORAGE}/migrate-database.ts`, 'MIGRATION_WAIT_MS', 15 * MINUTE]],
    seen: [LOCKS],
  },
  {
    row: 'another engine that signs the log',
    limits: [[`${STORAGE}/read-heads.ts`, 'SIGNING_WAIT_MS', MINUTE]],
    seen: [LOCKS],
  },
  {
    row: 'another engine that removes what was redacted',
    // So many attempts, a second apart.
    limits: [[`${STORAGE}/purge-redacted.ts`, 'attempts', 600]],
    seen: [LOCKS],
  },
  {
    row: '`ikigai sql`: connecting, locks and the query together',
    limits: [[`${STORAGE}/sql-reader.ts`, 'TIME_LIMIT_MS', MINUTE]],
    seen: [LOCKS, ['test/adapters/storage/sql-reader.db.test.ts', 'did not answer within 0']],
  },
  {
    row: 'the end of turns in other engines',
    limits: [['src/main/core/conversation/turn-stopper.ts', 'MAX_WAIT_MS', 20 * SECOND]],
    seen: [['test/core/conversation/turn-stopper.test.ts', 'says after 20 seconds that %s of another engine']],
  },
  {
    row: 'the keychain',
    limits: [
      ['src/main/adapters/credentials/keychain.ts', 'TIMEOUT_MS', 3 * SECOND],
      ['src/main/adapters/credentials/keychain.ts', 'REST_MS', 30 * SECOND],
    ],
    seen: [['test/contract/keychain.db.test.ts', 'gives up on a service that hangs, while the app goes on']],
  },
  {
    row: 'a login in the browser',
    limits: [[`${TOOLS}/mcp/oauth/server-login.ts`, 'SIGN_IN_TIMEOUT_MS', 10 * MINUTE]],
    seen: [['test/adapters/tools/sign-in-limit.test.ts', 'says that a sign-in %s']],
  },
  {
    row: 'a tool server: its start, its tools',
    limits: [
      [`${TOOLS}/mcp/connect-server.ts`, 'CONNECT_TIMEOUT_MS', 30 * SECOND],
      [`${TOOLS}/mcp/mcp-server.ts`, 'READY_WITHIN_MS', 10 * SECOND],
    ],
    seen: [['test/engine/late-servers.db.test.ts', 'a server that comes late joins the running turn']],
  },
  {
    row: 'a call of a tool server that sends nothing, in all',
    limits: [
      [`${TOOLS}/mcp/mcp-server.ts`, 'CALL_TIMEOUT_MS', 2 * MINUTE],
      [`${TOOLS}/mcp/running-calls.ts`, 'MAX_CALL_MS', HOUR],
    ],
    seen: [['test/adapters/tools/mcp-call-limits.test.ts', 'ends a call whose server is silent for too long']],
  },
  {
    row: 'an outside agent: its start',
    limits: [[`${TOOLS}/outside-agents/agent-program.ts`, 'START_TIMEOUT_MS', 5 * MINUTE]],
    seen: [['test/adapters/waits.process.test.ts', 'says that an outside agent did not answer, and ends it']],
  },
  {
    row: 'a command, a hook, a search, git',
    limits: [
      [`${TOOLS}/bash-texts.ts`, 'DEFAULT_TIMEOUT_S', 120],
      [`${TOOLS}/bash-texts.ts`, 'MAX_TIMEOUT_S', 3_600],
      ['src/main/core/tools/tool-hooks.ts', 'DEFAULT_TIMEOUT_MS', MINUTE],
      [`${TOOLS}/ripgrep.ts`, 'TIMEOUT_MS', MINUTE],
      ['src/main/adapters/checkpoints/run-git.ts', 'TIMEOUT_MS', 2 * MINUTE],
    ],
    seen: [
      ['test/adapters/tools/bash-tool.process.test.ts', 'Timed out after 1 s'],
      ['test/adapters/tools/hook-program.process.test.ts', 'ends at its time limit and at a stop'],
      ['test/adapters/waits.process.test.ts', 'says that git did not end'],
    ],
  },
  {
    row: 'copies of dependencies for a worktree',
    limits: [['src/main/adapters/checkpoints/share-dependencies.ts', 'COPY_MS', 2 * MINUTE]],
    seen: [['test/adapters/checkpoints/share-dependencies.process.test.ts', 'when it is cancelled or takes too long']],
  },
  {
    row: 'a call of the database, of the files of a project',
    limits: [['src/main/core/ports/port-timeout.ts', 'LIMIT_MS', 3 * MINUTE]],
    seen: [['test/core/guard-ports.test.ts', 'answers with an error when the port does not answer within its limit']],
  },
  {
    row: 'a turn after a cancel',
    limits: [['src/main/core/conversation/turn-end.ts', 'END_GRACE_MS', MINUTE]],
    seen: [['test/core/conversation/turn-loop.test.ts', 'gives up a turn that has not ended a minute after its stop']],
  },
  {
    row: 'a call after a cancel',
    limits: [['src/main/core/tools/guarded-call.ts', 'ABORT_GRACE_MS', 30 * SECOND]],
    seen: [['test/core/tools/failing-calls.test.ts', 'does not keep a stopped turn when it never ends']],
  },
  {
    row: 'an engine whose state cannot be trusted',
    limits: [['src/main/core/reopening-engine.ts', 'CLOSE_MS', 30 * SECOND]],
    seen: [
      ['test/core/reopening-engine.test.ts', 'tries again while no engine can be opened'],
      ['test/core/reopening-engine.test.ts', 'leaves an engine alone that does not close within its limit'],
    ],
  },
  {
    row: 'at the end, everything but the database',
    limits: [
      ['src/main/core/close-steps.ts', 'CLOSE_LIMIT_MS', MINUTE],
      ['src/main/hosts/close-at-end.ts', 'SERVER_LIMIT_MS', 10 * SECOND],
      ['src/main/hosts/electron/start-app.ts', 'CLOSE_TIMEOUT_MS', 10 * SECOND],
    ],
    seen: [
      ['test/core/close-steps.test.ts', 'when all of them never settle'],
      ['test/hosts/close-at-end.test.ts', 'does not wait for a server that does not close'],
    ],
  },
  {
    row: 'the database at the end',
    limits: [
      [`${STORAGE}/open-storage.ts`, 'CLOSE_TIMEOUT_MS', 5 * SECOND],
      [`${STORAGE}/database-link.ts`, 'CLOSE_LIMIT_MS', 5 * SECOND],
    ],
    seen: [['test/adapters/storage/silent-database.db.test.ts', 'does not keep an engine that closes']],
  },
]

const page = readFileSync(join(ROOT, 'docs/behaviour/errors.md'), 'utf8')
const [, section = ''] = page.split(/^## Waits$/m)
const ROWS = (section.split(/^## /m)[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | '))

it('the table has the rows of the page, in their order', () => {
  expect(ROWS.map(([name = '']) => name.replace('| ', '')).length).toBe(WAITS.length)
  for (const [index, { row }] of WAITS.entries()) expect(ROWS[index]?.[0]).toContain(`| ${row}`)
})

describe.each(WAITS.map((wait, index) => ({ ...wait, said: ROWS[index]?.slice(1).join(' | ') ?? '' })))(
  '$row',
  ({ limits, seen, said }) => {
    it('has the limits that the page names', () => {
      for (const [file, name, value] of limits) {
        expect([file, name, constant(file, name)]).toEqual([file, name, value])
        expect([said, durations(said)]).toEqual([
          said,
          expect.arrayContaining([name.endsWith('_MS') ? value : value * SECOND]),
        ])
      }
      expect(limits.length === 0).toBe(said.startsWith('none | '))
    })

    it('has a test that sees it end', () => {
      expect(seen).not.toEqual([])
      for (const [file, title] of seen) {
        const path = join(ROOT, file)
        expect([file, existsSync(path)]).toEqual([file, true])
        expect([file, title, readFileSync(path, 'utf8').includes(title)]).toEqual([file, title, true])
      }
    })
  },
)

/** The value of a constant in a source: a product of numbers. */
function constant(file: string, name: string): number {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const [, product = ''] = new RegExp(`(?:const ${name} = |\\b${name}: )([0-9_* ]*[0-9])`).exec(source) ?? []
  return product.split('*').reduce((value, factor) => value * Number(factor.trim().replaceAll('_', '')), 1)
}

/** The times that a cell of the page names, ms: `2 min (up to 1 h), 60 s`. */
function durations(cell: string): readonly number[] {
  const units: Readonly<Record<string, number>> = { s: SECOND, min: MINUTE, h: HOUR }
  const found = [...cell.matchAll(/([\d, ]*\d)(?:, then \d+)? (s|min|h)\b/g)]
  return found.flatMap(([, numbers = '', unit = '']) =>
    numbers.split(',').map((number) => Number(number.trim()) * (units[unit] ?? Number.NaN)),
  )
}
