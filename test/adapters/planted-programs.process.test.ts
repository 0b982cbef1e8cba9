import { chmod, cp, mkdir, mkdtemp, readdir, realpath, rename, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { gitEnvironment, runGit } from '../../src/main/adapters/checkpoints/run-git.ts'
import { createEditor } from '../../src/main/adapters/open-in-editor.ts'
import { findProgram, noteAgentFolder, safePath } from '../../src/main/adapters/program-table.ts'
import { runToEnd, startProcess } from '../../src/main/adapters/start-process.ts'
import { bashTool } from '../../src/main/adapters/tools/bash-tool.ts'
import { grepTool } from '../../src/main/adapters/tools/grep-tool.ts'
import { createHookPrograms } from '../../src/main/adapters/tools/hook-program.ts'
import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import { startProgram } from '../../src/main/adapters/tools/outside-agents/agent-program.ts'
import { createTestCommands } from '../../src/main/adapters/tools/test-command.ts'
import { refusalOf } from '../support/drive-agent.ts'
import { makeEscapeRoom } from '../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tools/tool-folder.ts'

/** What ikigai, or somebody for whom it starts something, would run. */
const NAMES = 'git node rg bash sh bwrap setpriv psql code npx find id ps mkfifo env kill'.split(' ')
const SYSTEM = process.env['PATH'] ?? ''
const signal = new AbortController().signal

let space: ToolFolder
let parent: string
beforeEach(async () => {
  space = await makeToolFolder()
  parent = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-planted-')))
  await mkdir(join(parent, 'ran'))
})
afterEach(() => closeAll(space, parent))

/** Plants every name as a program that leaves a file in `ran`, and then does what was wanted. */
async function plant(folder: string, names: readonly string[] = NAMES): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\n: > '${parent}/ran/${name}'\nPATH='/usr/bin:/bin' exec ${name} "$@"\n`)
    await chmod(path, 0o755)
  }
  return folder
}

const ran = (): Promise<readonly string[]> => readdir(join(parent, 'ran'))

/** Each returns a `PATH` that begins with what an agent planted. */
const FORMS: readonly (readonly [string, () => Promise<string>])[] = [
  ['the folder itself', () => plant(space.folder)],
  ['a point', () => plant(space.folder).then(() => '.')],
  ['nothing', () => plant(space.folder).then(() => '')],
  ['a relative folder', () => plant(join(space.folder, 'bin')).then(() => './bin')],
  ['a relative folder without a point', () => plant(join(space.folder, 'bin')).then(() => 'bin')],
  ['a folder in the folder', () => plant(join(space.folder, 'tools/bin'))],
  ['a folder with points', () => plant(join(space.folder, 'bin')).then(() => `${space.outside}/../agent/./bin/`)],
  ['node_modules/.bin of the folder', () => plant(join(space.folder, 'node_modules/.bin'))],
  ['node_modules/.bin above the folder', () => plant(join(space.folder, '../node_modules/.bin'))],
  [
    'a link to a folder in the folder',
    async () => {
      await symlink(await plant(join(space.folder, 'bin')), join(parent, 'link'))
      return join(parent, 'link')
    },
  ],
  [
    'links to programs in the folder',
    async () => {
      await plant(join(space.folder, 'bin'))
      await mkdir(join(parent, 'links'))
      for (const name of NAMES) await symlink(join(space.folder, 'bin', name), join(parent, 'links', name))
      return join(parent, 'links')
    },
  ],
  [
    'a link that leads through the folder and out again',
    async () => {
      await plant(join(parent, 'planted'))
      await symlink(join(parent, 'planted'), join(space.folder, 'way'))
      await symlink(join(space.folder, 'way'), join(parent, 'way'))
      return join(parent, 'way')
    },
  ],
  [
    'the folder of another agent',
    async () => {
      const other = await plant(join(parent, 'other/bin'))
      noteAgentFolder(join(parent, 'other'))
      return other
    },
  ],
  [
    'a folder whose programs are replaced after the start',
    async () => {
      const bin = join(space.folder, 'later')
      await mkdir(bin)
      const path = [bin, SYSTEM].join(delimiter)
      for (const name of NAMES) findProgram(name, { path, cwd: space.folder })
      await rename(await plant(join(parent, 'new')), join(parent, 'newer'))
      await cp(join(parent, 'newer'), bin, { recursive: true })
      return bin
    },
  ],
]

describe.each(FORMS)('programs in %s', (_name, planted) => {
  let environment: Readonly<Record<string, string>>
  beforeEach(async () => {
    environment = { ...space.context.environment, PATH: [await planted(), SYSTEM].join(delimiter) }
  })

  it('are not run by what ikigai starts', async () => {
    const { folder } = space
    const context = { ...space.context, environment }
    const git = await runGit({ args: ['init', '--quiet'], cwd: folder, env: gitEnvironment(environment) })
    expect(git).toMatchObject({ ok: true })
    expect(await runTool(bashTool(context), { command: 'git --version; env true' })).toMatchObject({
      content: expect.stringContaining('git version'),
    })
    expect(await runTool(grepTool(context), { pattern: 'x' })).toMatchObject({ isError: false })
    const hook = { folder, input: {}, timeoutMs: 60_000, signal, command: ['bash', '-c', 'git --version'] as const }
    expect(await createHookPrograms(environment).run(hook)).toMatchObject({ type: 'exited', code: 0 })
    const test = { agentId: 'a', folder, command: 'node --version', timeoutMs: 60_000, unconfined: true, signal }
    expect(await createTestCommands(context).run(test)).toMatchObject({ ok: true })
    for (const name of ['id', 'ps']) runToEnd(name, [], { cwd: folder, env: environment })
    expect(
      await startProcess('node', ['--version'], { cwd: folder, env: environment, reaches: 'nothing' }),
    ).toMatchObject({ ok: true })
    await createEditor(environment)({ program: 'code', folder, path: 'missing' })
    const agent = { command: 'node', args: ['-e', ''] }
    const outside = { agent, folder, environment, clientVersion: '0', onUpdate: () => undefined }
    await expect(startProgram({ ...outside, onRequest: () => Promise.reject(new Error('none')) })).rejects.toThrow(
      'ended',
    )
    const config = { transport: 'stdio', command: 'node', args: ['-e', ''], env: {}, cwd: folder } as const
    const options = { ...context, clientVersion: '0', sandbox: () => null, firstPauseMs: 60_000 }
    const servers = createMcpServers({ one: config }, options)
    servers.start()
    await servers.ready(signal)
    await servers.close()
    expect(await ran()).toEqual([])
  })

  it('are not in the PATH of what is started', async () => {
    noteAgentFolder(space.folder)
    const path = safePath({ path: environment['PATH'] })
    for (const each of path.split(delimiter)) expect(SYSTEM.split(delimiter)).toContain(each)
  })
})

it('leaves node_modules/.bin of projects out of PATH, and keeps that of ikigai itself', () => {
  const own = join(import.meta.dirname, '../../node_modules/.bin')
  const others = [join(parent, 'node_modules/.bin'), join(parent, 'elsewhere/node_modules/.bin'), 'node_modules/.bin']
  expect(safePath({ path: [...others, own].join(delimiter) })).toBe(own)
})

it.runIf(HAS_SANDBOX)('starts the sandbox without planted programs', async () => {
  const room = await makeEscapeRoom(process.getuid?.() ?? 0)
  const path = [await plant(join(parent, 'bin')), SYSTEM].join(delimiter)
  const context = { ...room.context, environment: { ...room.context.environment, PATH: path } }
  noteAgentFolder(join(parent, 'bin'))
  expect(await runTool(bashTool(context), { command: 'echo inside' })).toMatchObject({
    content: expect.stringContaining('inside'),
  })
  await room.remove()
  expect(await ran()).toEqual([])
})

describe('where nothing else is there', () => {
  it('says where the program lies and what to do', async () => {
    await plant(space.folder, ['only-here'])
    const started = await startProcess('only-here', [], {
      cwd: space.folder,
      env: { PATH: space.folder },
      reaches: 'nothing',
    })
    expect(refusalOf(findProgram('only-here', { path: space.folder, cwd: space.folder }))).toMatch(
      /only-here lies where an agent can write, so it is not started; install only-here elsewhere/,
    )
    expect(started).toMatchObject({ ok: false, error: { message: expect.stringContaining('an agent can write') } })
  })

  it.each([
    ['an absolute path in the folder', () => join(space.folder, 'tool'), /an agent can write/],
    ['a relative path', () => './tool', /relative path/],
    ['a name that is not there', () => 'no-such-program', /ENOENT/],
  ])('refuses %s', async (_name, command, reason) => {
    await plant(space.folder, ['tool'])
    const started = await startProcess(command(), [], { cwd: space.folder, env: { PATH: SYSTEM }, reaches: 'nothing' })
    expect(started).toMatchObject({ ok: false, error: { message: expect.stringMatching(reason) } })
    expect(await ran()).toEqual([])
  })
})
