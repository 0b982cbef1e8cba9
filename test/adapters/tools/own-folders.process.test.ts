import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createCheckpoints } from '../../../src/main/adapters/checkpoints/create-file-history.ts'
import { FolderStores } from '../../../src/main/adapters/checkpoints/folder-stores.ts'
import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import { createBuiltInTools } from '../../../src/main/create-tool-parts.ts'
import { isOwnFile, protectedPlaces } from '../../../src/main/adapters/tools/protected-paths.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { decideApproval } from '../../../src/main/core/approvals/approval-policy.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { fileFacts } from '../../support/tool-options.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { rule } from '../../support/policy-question.ts'
import { prepared, runTool } from './tool-folder.ts'

const SECRET = 'the-words-of-another-conversation'

interface Form {
  /** The file with the secret, in the room. */
  readonly file: string
  readonly data?: string
  readonly config?: string
  /** The folder for scheduled backups. */
  readonly backups?: string
  /** A link, and where it leads. */
  readonly link?: readonly [string, string]
}

/** Where copies of the log and keys come to lie. The agent works in `agent`. */
const FORMS: Readonly<Record<string, Form>> = {
  'the data directory': { file: 'data/postgres/base/1' },
  'the copy for upgrades beside it': { file: 'data-upgrade/0a1b' },
  'a copy that was kept under another name': { file: 'data-upgrade-2026-11-28T10-00-00/0a1b' },
  'scheduled backups beside it': { file: 'data-backup/0a1b' },
  'backups that were moved away': { file: 'data-backup.old/0a1b' },
  'the settings': { file: 'config/credentials.json' },
  'a folder for backups of the settings': { file: 'disk/backups/0a1b', backups: 'disk/backups' },
  'a folder for backups by a link': { file: 'disk/real/0a1b', backups: 'linked', link: ['linked', 'disk/real'] },
  'a folder for backups in the folder': { file: 'agent/kept/0a1b', backups: 'agent/kept' },
  'settings in the folder': { file: 'agent/conf/credentials.json', config: 'agent/conf' },
  'a data directory in the folder': { file: 'agent/.data/postgres/base/1', data: 'agent/.data' },
  'a copy for upgrades in the folder': { file: 'agent/.data-upgrade/0a1b', data: 'agent/.data' },
  'a data directory by a link': { file: 'disk/own/postgres/1', data: 'at', link: ['at', 'disk/own'] },
}

let room: string
const at = (path: string): string => join(room, path)

beforeEach(async () => {
  room = await mkdtemp('/var/tmp/ikigai-own-')
  await mkdir(at('agent'))
  await writeFile(at('agent/kept.txt'), 'kept')
})
afterEach(() => rm(room, { recursive: true, force: true }))

async function world({ file, data = 'data', config = 'config', backups, link }: Form) {
  await mkdir(dirname(at(file)), { recursive: true })
  await writeFile(at(file), SECRET)
  if (link !== undefined) await symlink(at(link[1]), at(link[0]))
  const directories = { configDirectory: at(config), dataDirectory: at(data) }
  const places = protectedPlaces(directories, at('output'), () => (backups === undefined ? null : at(backups)))
  const path = '/usr/local/bin:/usr/bin:/bin'
  const context = {
    folderOf: () => Promise.resolve({ ok: true, value: at('agent') } as const),
    rootOf: (agentId: string) => agentId,
    environment: { PATH: path, LC_ALL: 'C' },
    maxOutputSize: 100_000,
    outputDirectory: at('output'),
    places: { ...places, homeDirectory: at('home') },
    outsideLine: (line: string) => line,
    background: new BackgroundCommands(),
    ...fileFacts(),
    sandboxing: {
      sandbox: linuxSandbox({ places: { ...places, homeDirectory: at('home') }, path, tmpBytes: 1024 ** 2 }),
      levelOf: () => Promise.resolve({ ok: true, value: 'workspace' } as const),
      asksForHosts: () => false,
    },
  }
  const tool = (name: string) => {
    const found = createBuiltInTools(context).find(({ definition }) => definition.name === name)
    if (found === undefined) throw new Error(`There is no ${name}`)
    return found
  }
  const run = async (name: string, args: JsonObject) => (await runTool(tool(name), args)).content
  return { places, tool, run, target: at(file) }
}

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  it.runIf(HAS_SANDBOX)('is neither read nor written inside, after links to it were made', async () => {
    const { run, target } = await world(form)
    await run('bash', {
      command: `ln -s '${target}' a; ln -s '${dirname(target)}' b; ln '${target}' c; mkdir -p x; true`,
    })
    const read = `cat '${target}' a b/* c; cp -rL b x; grep -rsa . x '${dirname(target)}'`
    const said = await run('bash', { command: `${read}; echo planted > '${target}'; echo planted > a; true` })
    expect(said).not.toContain(SECRET)
    expect(await readFile(target, 'utf8')).toBe(SECRET)
  })

  it('needs approval although the tool is allowed everywhere, and is omitted by a search', async () => {
    const { tool, run, target } = await world(form)
    for (const [name, args] of [
      ['file_read', { path: target }],
      ['file_write', { path: target, content: 'planted' }],
    ] as const) {
      const call = await prepared(tool(name), args)
      const question = { tool: name, call, lineage: ['agent'], folder: at('agent') }
      expect(decideApproval(question, [rule('allow', name, `${room}/**`)])).toBe('ask')
    }
    expect(await run('grep', { pattern: 'words', path: dirname(dirname(target)) })).not.toContain(SECRET)
  })

  it('is not stored with the checkpoints of the folder', async () => {
    const { places } = await world(form)
    execFileSync('git', ['init', '-q', at('agent')])
    const checkpoints = createCheckpoints(
      new FolderStores({
        dataDirectory: at('checkpoints'),
        environment: { PATH: process.env['PATH'] ?? '', HOME: room },
        wideFolder: async () => null,
        isHidden: (path) => isOwnFile(path, places),
        maxFileBytes: () => 5_000_000,
      }),
    )
    valueOf(await checkpoints.save({ agentId: 'agent', folder: at('agent'), touched: [] }))
    await checkpoints.close()
    const store = at('checkpoints/checkpoints/objects/sha1')
    const stored = execFileSync('git', [`--git-dir=${store}`, 'cat-file', '--batch-all-objects', '--batch']).toString()
    expect([stored.includes(SECRET), stored.includes('kept')]).toEqual([false, true])
  })
})

it('counts the folder for backups of the settings as they are now, and no worktree', () => {
  let backups: string | null = null
  const directories = { configDirectory: at('config'), dataDirectory: at('data') }
  const places = protectedPlaces(directories, at('output'), () => backups)
  expect(isOwnFile(at('disk/0a1b'), places)).toBe(false)
  backups = at('disk')
  expect(isOwnFile(at('disk/0a1b'), places)).toBe(true)
  expect(isOwnFile(at('data/worktrees/one/a.txt'), places)).toBe(false)
})
