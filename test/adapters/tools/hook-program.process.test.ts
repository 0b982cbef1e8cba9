import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createHookPrograms } from '../../../src/main/adapters/tools/hook-program.ts'
import type { HookRun } from '../../../src/main/core/ports/hook-ports.ts'
import { noProcessIn, processEnded } from '../../support/processes-in.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-hook-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const programs = createHookPrograms({ PATH: process.env['PATH'] ?? '', LANG: 'C' })
const run = (script: string, more: Partial<HookRun> = {}) =>
  programs.run({
    command: ['bash', '-c', script],
    folder,
    input: { event: 'before_tool', text: 'a "b"\n' },
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...more,
  })

describe('the program of a hook', () => {
  it('reads JSON, in the folder, with the environment of tools', async () => {
    expect(await run('cat; pwd; env | grep -vE "^(PWD|SHLVL|_|PATH)=" >&2; exit 2')).toEqual({
      type: 'exited',
      code: 2,
      stdout: `{"event":"before_tool","text":"a \\"b\\"\\n"}${folder}\n`,
      stderr: 'LANG=C\n',
    })
  })

  it('is no remote login for bash, which would run ~/.bashrc', async () => {
    await writeFile(join(folder, '.bashrc'), 'echo from bashrc')
    const home = createHookPrograms({ PATH: process.env['PATH'] ?? '', HOME: folder })
    const end = await home.run({
      command: ['bash', '-c', 'true'],
      folder,
      input: {},
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    })
    expect(end).toEqual({ type: 'exited', code: 0, stdout: '', stderr: '' })
  })

  it('need not read what it is given', async () => {
    const input = { text: 'x'.repeat(5_000_000) }
    expect(await run('exit 0', { input })).toEqual({ type: 'exited', code: 0, stdout: '', stderr: '' })
  })

  it('may print more than is kept', async () => {
    const end = await run('head -c 3000000 /dev/zero | tr "\\0" x')
    expect(end.type === 'exited' && [end.code, end.stdout.length]).toEqual([0, 1_000_000])
  })

  it('ends at its time limit and at a stop, with all it has started', async () => {
    expect(await run('sleep 1000 & sleep 1000', { timeoutMs: 1 })).toEqual({
      type: 'failed',
      message: 'It did not end within 0.001 s.',
    })
    const stop = new AbortController()
    const pid = join(folder, 'pid')
    await writeFile(pid, '')
    const stopped = run('sleep 1000 & echo $! > pid; sleep 1000', { signal: stop.signal })
    let started = ''
    while (!started.endsWith('\n')) {
      started = await readFile(pid, 'utf8')
      await new Promise(setImmediate)
    }
    stop.abort()
    expect(await stopped).toEqual({ type: 'failed', message: 'It was cancelled.' })
    await processEnded(Number(started))
    await noProcessIn(folder)
  })

  it('is named as missing, and so is its folder', async () => {
    expect(await run('', { command: ['/nowhere/hook'] })).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('It could not be started: '),
    })
    expect(await run('', { folder: '/nowhere' })).toEqual({
      type: 'failed',
      message: 'The folder /nowhere does not exist.',
    })
  })
})
