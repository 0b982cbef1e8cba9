import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { loadConfig, updateConfig } from '../../src/main/adapters/config/config-file.ts'
import { openHome } from '../../src/main/adapters/config/open-home.ts'
import { createCredentialsFile } from '../../src/main/adapters/credentials/credentials-file.ts'
import { readEvaluation } from '../../src/main/adapters/evaluations/read-evaluation.ts'
import { readSignedHead } from '../../src/main/adapters/proof/log-signer.ts'
import { storedCatalog } from '../../src/main/adapters/providers/catalog-store.ts'
import { LearnedFacts } from '../../src/main/adapters/providers/learned-facts.ts'
import { readRegularFile } from '../../src/main/adapters/read-regular-file.ts'
import { SessionBook } from '../../src/main/adapters/tools/outside-agents/session-book.ts'

/** A read that waits is seen after this time, ms. */
const LIMIT = 5_000

let directory: string
let logged: Array<readonly unknown[]>
const log = (...parts: readonly unknown[]): void => void logged.push(parts)
const logger = { debug: log, info: log, warn: log, error: log }

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-regular-'))
  logged = []
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const pipe = (path: string): unknown => execFileSync('mkfifo', [path])

const FORMS: ReadonlyArray<readonly [string, (path: string) => unknown]> = [
  ['a named pipe', pipe],
  [
    'a link to a named pipe',
    (path) => {
      pipe(`${path}.pipe`)
      return symlink(`${path}.pipe`, path)
    },
  ],
  ['a link to an endless device', (path) => symlink('/dev/zero', path)],
  ['a link to an empty device', (path) => symlink('/dev/null', path)],
  ['a folder', (path) => mkdir(path)],
  ['a link to a folder', (path) => symlink(tmpdir(), path)],
]

/** Each returns what the user is told. */
const READERS: ReadonlyArray<readonly [string, (folder: string) => Promise<unknown>]> = [
  ['config.json', async (folder) => (await loadConfig(folder, {})).warnings],
  ['config.json', (folder) => updateConfig(folder, { defaultProvider: 'openai' })],
  ['credentials.json', async (folder) => (await createCredentialsFile(folder).read()).warnings],
  ['credentials.json', (folder) => createCredentialsFile(folder).set('openai', 'sk-1')],
  ['signed-head.json', (folder) => readSignedHead(join(folder, 'signed-head.json'))],
  ['eval.yaml', (folder) => readEvaluation(join(folder, 'eval.yaml'))],
  ['model-catalog.json', async (folder) => [await storedCatalog(folder, logger), logged]],
]

describe.skipIf(process.platform === 'win32').each(FORMS)('%s', (_form, make) => {
  it.each(READERS)('in the place of %s is named and not read', { timeout: LIMIT }, async (name, read) => {
    const path = join(directory, name)
    await make(path)
    const told = JSON.stringify(await read(directory))
    expect(told).toContain(path)
    expect(told).toContain('not a regular file')
  })

  it('in the place of a record counts as none', { timeout: LIMIT }, async () => {
    const path = join(directory, 'record.json')
    await make(path)
    const facts = new LearnedFacts({ path })
    await facts.ready()
    expect(facts.about('openai', 'gpt-5')).toEqual([])
    expect((await new SessionBook(path).all()).size).toBe(0)
  })

  it('in the place of home.json does not keep the engine from beginning', { timeout: LIMIT }, async () => {
    await make(join(directory, 'home.json'))
    const home = await openHome({ dataDirectory: directory, configDirectory: directory, logger })
    expect(home.id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a regular file', () => {
  it('is read, also through a link', async () => {
    const path = join(directory, 'a.json')
    await writeFile(path, '{"ä":1}', { mode: 0o600 })
    await symlink(path, join(directory, 'link'))
    const read = await readRegularFile(join(directory, 'link'))
    expect([read.text, read.mode & 0o777]).toEqual(['{"ä":1}', 0o600])
  })

  it('is refused if it is too large, without being read', async () => {
    const path = join(directory, 'large')
    await writeFile(path, '')
    await truncate(path, 2 ** 40)
    await expect(readRegularFile(path)).rejects.toThrow('larger than 67108864 bytes')
    await truncate(path, 11)
    await expect(readRegularFile(path, 10)).rejects.toThrow('larger than 10 bytes')
  })

  it('that is missing has the code of the file system', async () => {
    await expect(readRegularFile(join(directory, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
