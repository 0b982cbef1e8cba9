import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { runGit } from '../../src/main/adapters/checkpoints/run-git.ts'
import { createEditor } from '../../src/main/adapters/open-in-editor.ts'
import { runToEnd, startProcess } from '../../src/main/adapters/start-process.ts'
import { bashTool } from '../../src/main/adapters/tools/bash-tool.ts'
import { grepTool } from '../../src/main/adapters/tools/grep-tool.ts'
import { createHookPrograms } from '../../src/main/adapters/tools/hook-program.ts'
import { createMcpServers } from '../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import { startProgram } from '../../src/main/adapters/tools/outside-agents/agent-program.ts'
import { runProcess } from '../../src/main/adapters/tools/run-process.ts'
import { createTestCommands } from '../../src/main/adapters/tools/test-command.ts'
import { refusalOf } from '../support/drive-agent.ts'
import { makeEscapeRoom } from '../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tools/tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

const NUL = 'echo a\0b'
const IS_LINUX = process.platform === 'linux'
/** Longer than an argument may be on Linux (131,071 bytes), and all arguments together elsewhere. */
const LONG = `cat > big.txt <<'END'\n${'one line of data\n'.repeat(IS_LINUX ? 9_000 : 90_000)}END`
const TOO_LONG = IS_LINUX ? /too long for one command: 1\d\d,\d\d\d of 131,071 bytes/ : /too long for one command/
const HAS_NUL = /contains a NUL byte/
const signal = new AbortController().signal

const reasons: readonly (readonly [string, string, RegExp])[] = [
  ['a NUL byte', NUL, HAS_NUL],
  ['too long an argument', LONG, TOO_LONG],
]

describe.each(reasons)('a program that cannot be started because of %s', (_name, text, reason) => {
  it('is an error result of the call of bash, which says what to do', async () => {
    const outcome = await runTool(bashTool(space.context), { command: text })
    expect(outcome).toMatchObject({ isError: true, content: expect.stringMatching(reason) })
    expect(outcome.content).toMatch(text === NUL ? /as an escape/ : /Write a file with file_write and run it/)
  })

  it('is the end of a background command', async () => {
    const started = await runTool(bashTool(space.context), { command: text, background: true })
    const id = /as (b\d+)/.exec(started.content)?.[1] ?? ''
    const read = await runTool(bashTool(space.context), { process: id, timeout_seconds: 60 })
    expect(read.content).toMatch(reason)
  })

  it.runIf(HAS_SANDBOX)('is an error result in the sandbox too', async () => {
    const room = await makeEscapeRoom(process.getuid?.() ?? 0)
    const outcome = await runTool(bashTool(room.context), { command: text })
    await room.remove()
    expect(outcome).toMatchObject({ isError: true, content: expect.stringMatching(reason) })
  })

  it('is an error result of a search', async () => {
    const outcome = await runTool(grepTool(space.context), { pattern: text.replaceAll('\n', ' ') })
    expect(outcome).toMatchObject({ isError: true, content: expect.stringMatching(reason) })
  })

  it('is the failure of a hook', async () => {
    const programs = createHookPrograms(space.context.environment)
    const hook = { folder: space.folder, input: {}, timeoutMs: 60_000, signal }
    const end = await programs.run({ ...hook, command: ['bash', '-c', text] })
    expect(end).toMatchObject({ type: 'failed', message: expect.stringMatching(reason) })
  })

  it('is the refusal of a test command', async () => {
    const tests = createTestCommands(space.context)
    const run = { agentId: 'a', folder: space.folder, timeoutMs: 60_000, unconfined: true, signal }
    expect(refusalOf(await tests.run({ ...run, command: text }))).toMatch(reason)
  })

  it('is the refusal of git', async () => {
    const env = { PATH: process.env['PATH'] ?? '' }
    expect(refusalOf(await runGit({ args: ['grep', text], cwd: space.folder, env }))).toMatch(reason)
  })

  it('is the state of a tool server', async () => {
    const config = { transport: 'stdio', command: process.execPath, args: ['-e', text], env: {} } as const
    const options = { ...space.context, clientVersion: '0.0.0', sandbox: () => null, firstPauseMs: 60_000 }
    const servers = createMcpServers({ broken: config }, options)
    servers.start()
    await servers.ready(signal)
    expect(servers.states()[0]).toMatchObject({ state: 'waiting', message: expect.stringMatching(reason) })
    await servers.close()
  })

  it('is the rejection of an outside agent', async () => {
    const started = startProgram({
      agent: { command: process.execPath, args: ['-e', text] },
      folder: space.folder,
      environment: {},
      clientVersion: '0.0.0',
      onUpdate: () => undefined,
      onRequest: () => Promise.reject(new Error('none')),
    })
    await expect(started).rejects.toThrow(reason)
  })
})

describe('starting a program', () => {
  const env = { PATH: process.env['PATH'] ?? '' }
  const many = Array.from({ length: 40 }, () => 'x'.repeat(100_000))

  it.each<[string, readonly string[], object, RegExp]>([
    ['a NUL byte in an argument', ['a\0b'], { env }, /^an argument contains a NUL byte$/],
    ['a NUL byte in a variable', [], { env: { ...env, A: 'a\0b' } }, /a variable contains a NUL byte/],
    ['a NUL byte in its folder', [], { env, cwd: '/tmp/a\0b' }, /its folder or a variable contains a NUL byte/],
    ['too long an argument', [LONG], { env }, TOO_LONG],
    ['arguments that are too long together', many, { env }, /^too long for one command: 4,000,040 bytes together/],
    ['a folder that is not there', [], { env, cwd: '/no/such/folder' }, /ENOENT/],
    ['a folder that is a file', [], { env, cwd: import.meta.filename }, /ENOTDIR|ENOENT/],
    ['a user that is none', [], { env, uid: 'nobody' }, /./],
    ['options that are none', [], { env, stdio: 'neither' }, /./],
    ['a descriptor that is not open', [], { env, stdio: [9_999, 'pipe', 'pipe'] }, /./],
  ])('fails with a reason: %s', async (_what, args, options, reason) => {
    const started = await startProcess(process.execPath, args, { ...options, reaches: 'nothing' })
    expect(started).toEqual({
      ok: false,
      error: { reason: expect.any(String), message: expect.stringMatching(reason) },
    })
  })

  it.each([
    ['a program that was not started', '/no/such/folder'],
    ['a program that has ended', '/'],
  ])('leaves no timer, which would keep this process, for %s', (_what, cwd) => {
    const script = `
      const { startProcess } = await import(${JSON.stringify(new URL('../../src/main/adapters/start-process.ts', import.meta.url).href)})
      const started = await startProcess('git', ['--version'], { cwd: '${cwd}', env: process.env, stdio: 'ignore', timeout: 600_000, reaches: 'nothing' })
      if (started.ok) await new Promise((resolve) => started.value.once('exit', resolve))
      console.log(process.getActiveResourcesInfo().includes('Timeout'))
      process.exit()`
    expect(runToEnd(process.execPath, ['--input-type=module', '-e', script]).stdout).toBe('false\n')
  })

  it('ends a program that takes too long', async () => {
    const started = await startProcess(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], {
      env,
      timeout: 1,
      reaches: 'nothing',
    })
    if (!started.ok) throw new Error(started.error.message)
    const { signalCode } = started.value
    expect(signalCode ?? (await once(started.value, 'exit'))[1]).toBe('SIGTERM')
    expect(started.value.killed).toBe(true)
  })

  it('is refused by the editor of a path with a NUL byte', async () => {
    const open = createEditor(env)
    await writeFile(join(space.folder, 'a'), '')
    expect(refusalOf(await open({ program: 'a\0b', folder: space.folder, path: 'a' }))).toMatch(HAS_NUL)
  })

  it('ends a program whose output cannot be kept, and says so', async () => {
    const run = { cwd: space.folder, env, timeoutMs: 60_000, signal, maxProcesses: 16, reaches: 'nothing' } as const
    const full = new Error('no space left on the device')
    const end = await runProcess({ ...run, command: 'yes', args: [], onStdout: () => Promise.reject(full) })
    expect(end).toEqual({ type: 'unread', message: 'no space left on the device' })
  })
})
