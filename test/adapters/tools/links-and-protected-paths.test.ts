import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createBuiltInTools } from '../../../src/main/create-tool-parts.ts'
import { decideApproval } from '../../../src/main/core/approvals/approval-policy.ts'
import type { PreparedCall, Tool } from '../../../src/main/core/ports/tool-ports.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { rule } from '../../support/policy-question.ts'
import { makeToolFolder, prepare, prepared, runTool, type ToolFolder } from './tool-folder.ts'

let made: ToolFolder

beforeEach(async () => {
  made = await makeToolFolder()
})
afterEach(() => made.remove())

function tool(name: string, folder = made.folder): Tool {
  const context = { ...made.context, folderOf: () => Promise.resolve({ ok: true, value: folder } as const) }
  const found = createBuiltInTools(context).find(({ definition }) => definition.name === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

const run = (call: PreparedCall) => call.run({ signal: new AbortController().signal, onOutput: () => {} })

/** What the policy says without a rule, and with one that allows the tool. */
function decisions(name: string, call: PreparedCall, folder = made.folder) {
  const question = { tool: name, call, lineage: ['agent'], folder }
  return [decideApproval(question, []), decideApproval(question, [rule('allow', name, null)])]
}

describe('a folder that becomes a link after the call was decided on', () => {
  beforeEach(async () => {
    await mkdir(join(made.folder, 'sub'))
    await writeFile(join(made.folder, 'sub', 'a.txt'), 'mine\n')
    await writeFile(join(made.outside, 'a.txt'), 'theirs\n')
  })

  const becomesLink = async (): Promise<void> => {
    await rename(join(made.folder, 'sub'), join(made.folder, 'moved'))
    await symlink(made.outside, join(made.folder, 'sub'))
  }

  it.each<[string, JsonObject]>([
    ['file_read', { path: 'sub/a.txt' }],
    ['grep', { pattern: '.', path: 'sub' }],
    ['grep', { pattern: '.', path: 'sub/a.txt' }],
    ['glob', { pattern: '*', path: 'sub' }],
    ['file_write', { path: 'sub/a.txt', content: 'new' }],
    ['file_edit', { path: 'sub/a.txt', old_string: 'mine', new_string: 'new' }],
  ])('is not followed by %s %j', async (name, args) => {
    await runTool(tool('file_read'), { path: 'sub/a.txt' })
    const call = await prepared(tool(name), args)
    expect(call.subject.startsWith(join(made.folder, 'sub'))).toBe(true)
    await becomesLink()
    const outcome = await run(call)
    expect(outcome).toMatchObject({ isError: true })
    expect(outcome.content).toMatch(/became a symbolic link/)
    expect(outcome.content).not.toContain('theirs')
    expect(await readFile(join(made.outside, 'a.txt'), 'utf8')).toBe('theirs\n')
  })

  it('is not followed while ripgrep searches either', async () => {
    const call = await prepared(tool('grep'), { pattern: '.', path: 'sub' })
    const [outcome] = await Promise.all([run(call), becomesLink()])
    expect(outcome.content).not.toContain('theirs')
  })
})

describe('a link in the folder to a file outside', () => {
  it('is asked about as what it leads to, whatever is allowed for the tool', async () => {
    const target = join(made.outside, 'a.txt')
    await writeFile(target, 'theirs\n')
    await symlink(target, join(made.folder, 'lnk'))
    const call = await prepared(tool('file_write'), { path: 'lnk', content: 'new' })
    expect([call.subject, call.isInFolder]).toEqual([target, false])
    expect(decisions('file_write', call)).toEqual(['ask', 'ask'])
  })
})

it.each([
  ['lnk.txt', true],
  ['sub/../lnk.txt', true],
  ['dangling/new.txt', true],
  ['sub/../a.txt', false],
  ['new/new.txt', false],
  ['../outside/a.txt', false],
] as const)('says where a path really leads when it goes through a link: %s, %s', async (path, isLink) => {
  await writeFile(join(made.folder, 'a.txt'), '')
  await writeFile(join(made.outside, 'a.txt'), '')
  await mkdir(join(made.folder, 'sub'))
  await symlink(join(made.outside, 'a.txt'), join(made.folder, 'lnk.txt'))
  await symlink(join(made.outside, 'none'), join(made.folder, 'dangling'))
  const calls: readonly [string, JsonObject][] = [
    ['file_write', { path, content: '' }],
    ['file_read', { path }],
    ['grep', { path, pattern: '.' }],
    ['glob', { path, pattern: '*' }],
  ]
  for (const [name, args] of calls) {
    const { link, subject } = await prepared(tool(name), args)
    expect(link).toEqual(isLink ? { given: path, target: subject } : undefined)
  }
})

describe('a protected path', () => {
  it.each([
    ['.env', 'a file for secrets'],
    ['deep/.env.local', 'a file for secrets'],
    ['.git/config', "one of git's own files"],
    ['deep/.GIT/hooks/pre-commit', "one of git's own files"],
    ['.bashrc', 'a start file of the shell'],
    ['.ssh/id_ed25519', 'a place for keys'],
    ['.aws/credentials', 'a place for keys'],
    ['.gnupg/x', 'a place for keys'],
    ['../settings/config.json', 'a file of this app'],
    ['/proc/self/environ', 'about running programs'],
  ])('%s is asked about, whatever is allowed for the tool', async (path, what) => {
    const read = await prepared(tool('file_read'), { path })
    const write = await prepared(tool('file_write'), { path, content: '' })
    expect([read.protectedAs, write.protectedAs]).toEqual([what, what])
    expect([decisions('file_read', read), decisions('file_write', write)]).toEqual([
      ['ask', 'ask'],
      ['ask', 'ask'],
    ])
  })

  it('is known by what it leads to, by its own name, and by what leads to it', async () => {
    const home = made.context.places.homeDirectory
    await mkdir(join(made.folder, '.git'))
    await mkdir(home)
    await writeFile(join(made.folder, 'shell'), 'x')
    await symlink(join(made.folder, '.git'), join(made.folder, 'plain'))
    await symlink(join(made.folder, 'shell'), join(made.folder, '.envrc'))
    await symlink(join(made.folder, 'shell'), join(home, '.bashrc'))
    const calls = ['plain/config', '.envrc', 'shell'].map((path) => prepared(tool('file_read'), { path }))
    expect((await Promise.all(calls)).map((call) => call.protectedAs)).toEqual([
      "one of git's own files",
      'a file for secrets',
      'a start file of the shell',
    ])
  })

  it('tells nothing through an edit that does not match', async () => {
    await writeFile(join(made.folder, '.env'), 'SECRET=1')
    const edit = { path: '.env', old_string: 'SECRET=2', new_string: 'x' }
    const result = await prepare(tool('file_edit'), edit)
    expect(result).toMatchObject({ ok: true, call: { protectedAs: 'a file for secrets' } })
  })

  it('is left out by grep, which says so', async () => {
    await mkdir(join(made.folder, '.ssh'))
    for (const name of ['.env', 'a.txt', '.ssh/id']) await writeFile(join(made.folder, name), 'needle')
    const { content } = await runTool(tool('grep'), { pattern: 'needle', glob: '*' })
    expect(content.split('\n')).toEqual([
      `${made.folder}/a.txt:1:needle`,
      `[Not searched, because the user is asked about each: ${made.folder}/.env, ${made.folder}/.ssh/id]`,
    ])
    const named = await prepared(tool('grep'), { pattern: 'needle', path: '.env' })
    expect(named.protectedAs).toBe('a file for secrets')
    expect((await run(named)).content).toBe(`${made.folder}/.env:1:needle`)
  })

  it("of the app's own is left out by a search above it", async () => {
    const settings = join(made.folder, '..', 'settings')
    await mkdir(settings)
    await writeFile(join(settings, 'config.json'), 'needle')
    const { content } = await runTool(tool('grep'), { pattern: 'needle', path: '..' })
    expect(content).toMatch(
      /^Nothing was searched: there are no files in .*\.\n\[Not searched, .*settings\/config\.json\]$/,
    )
  })

  it.each([
    ['cat .env', 'a file for secrets'],
    ['cat ~/.ssh/id_rsa', 'a place for keys'],
    [`cat "$HOME"/.aws/credentials`, 'a place for keys'],
    ['cat /proc/1/environ', 'about running programs'],
    ['echo x >> .git/hooks/pre-commit', "one of git's own files"],
    ['git status', undefined],
    ['cat .gitignore src/env.ts', undefined],
  ])('is found in the command %j', async (command, what) => {
    expect((await prepared(tool('bash'), { command })).protectedAs).toBe(what)
  })

  it.each([
    ['cat key', 'a place for keys'],
    ['cat ./key', 'a place for keys'],
    ['head -1 <key', 'a place for keys'],
    ['cat "key" | wc', 'a place for keys'],
    ['grep -r . keys', 'a place for keys'],
    ['cat keys/id', 'a place for keys'],
    ['cat up/.ssh/id', 'a place for keys'],
    ['cat chain', 'a place for keys'],
    ['cat sub/deep', 'a file for secrets'],
    ['cat secret', 'a file for secrets'],
    ['diff --from-file=own a.txt', 'a file of this app'],
    ['echo x >>start', 'a start file of the shell'],
    ['cat hook', "one of git's own files"],
    ['cat a.txt near', undefined],
    ['cat dangling loop', undefined],
  ])('is found behind a link in the command %j', async (command, what) => {
    const home = join(made.folder, '..', 'home')
    const files = ['.ssh/id', '.bashrc', '../settings/keys', '../agent/.env', '../agent/.git/hooks/x', '../agent/a.txt']
    for (const name of files) {
      await mkdir(dirname(join(home, name)), { recursive: true })
      await writeFile(join(home, name), '')
    }
    await mkdir(join(made.folder, 'sub'))
    const links = {
      key: '../home/.ssh/id',
      keys: join(home, '.ssh'),
      up: '../home',
      chain: 'key',
      'sub/deep': '../.env',
      secret: '.env',
      own: '../settings/keys',
      start: '../home/.bashrc',
      hook: '.git/hooks/x',
      near: 'a.txt',
      dangling: '../home/none',
      loop: 'loop',
    }
    for (const [name, target] of Object.entries(links)) await symlink(target, join(made.folder, name))
    expect((await prepared(tool('bash'), { command })).protectedAs).toBe(what)
  })
})

describe('a command that a rule allows outside, word for word,', () => {
  const KEY = 'a place for keys'

  it.each<[command: string, file: string, link: string, target: string]>([
    ['cat notes.txt', 'notes.txt', 'notes.txt', '../home/.ssh/id'],
    ['head -1 <notes.txt', 'notes.txt', 'notes.txt', '../home/.ssh/id'],
    ['cat docs/id', 'docs/id', 'docs', '../home/.ssh'],
    ['cat a/docs/id', 'a/docs/id', 'a', 'b'],
    ['cp notes.txt copy.txt; wc copy.txt', 'notes.txt', 'notes.txt', 'chain'],
  ])('asks after a path of it has become a link to a key: %s', async (command, file, link, target) => {
    const home = join(made.folder, '..', 'home')
    await mkdir(join(home, '.ssh'), { recursive: true })
    await writeFile(join(home, '.ssh', 'id'), 'key')
    await mkdir(dirname(join(made.folder, file)), { recursive: true })
    await writeFile(join(made.folder, file), 'notes')
    await mkdir(join(made.folder, 'b'))
    await symlink('../../home/.ssh', join(made.folder, 'b', 'docs'))
    await symlink('../home/.ssh/id', join(made.folder, 'chain'))
    const decide = (call: PreparedCall): string => {
      const sandbox = { inside: false, reason: '', level: 'workspace' } as const
      const question = { tool: 'bash', call: { ...call, sandbox }, lineage: ['agent'], folder: made.folder }
      return decideApproval(question, [{ ...rule('allow', 'bash', command), outside: true }])
    }
    const before = await prepared(tool('bash'), { command })
    expect([before.protectedAs, decide(before)]).toEqual([undefined, 'allow'])
    await rename(join(made.folder, link), join(made.folder, 'moved'))
    await symlink(target, join(made.folder, link))
    const after = await prepared(tool('bash'), { command })
    expect([after.protectedAs, decide(after)]).toEqual([KEY, 'ask'])
    expect(await run(before)).toMatchObject({ isStale: true, content: expect.not.stringContaining('key') })
  })
})

it.each([
  ['home', 'home'],
  ['.', 'home'],
  ['agent', undefined],
] as const)('asks for reads where the folder is a whole home: %s', async (folder, wide) => {
  const work = join(made.folder, '..', folder)
  await mkdir(join(made.folder, '..', 'home'), { recursive: true })
  await mkdir(work, { recursive: true })
  const call = await prepared(tool('file_read', work), { path: 'a' })
  expect(call.wideFolder).toBe(wide)
  expect(decisions('file_read', call, work)).toEqual([wide === undefined ? 'allow' : 'ask', 'allow'])
})

it('takes the root for a folder with everything in it', async () => {
  const call = await prepared(tool('glob', '/'), { pattern: '*' })
  expect([call.wideFolder, decisions('glob', call, '/')[0]]).toEqual(['root', 'ask'])
})
