import type { LookupAddress } from 'node:dns'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { portProgram } from '../../../src/main/adapters/tools/sandbox/port-program.ts'
import type { ApproveAccess } from '../../../src/main/core/ports/tool-ports.ts'
import { packagedElectron } from '../../support/packaged-electron.ts'
import { type EscapeRoom, makeEscapeRoom } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { prepare, runTool } from './tool-folder.ts'

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const TIMEOUT_MS = 60_000

let room: EscapeRoom
let restore = (): void => {}
afterEach(async () => {
  restore()
  restore = () => {}
  await room.context.background.close()
  await room.remove()
})

const approve: ApproveAccess = () => Promise.resolve({ type: 'allowed' })

async function enter(program?: Buffer): Promise<void> {
  const proxy = {
    lookup: (_name: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, [LOOPBACK]),
    isPermitted: () => true,
  }
  room = await makeEscapeRoom(process.getuid?.() ?? 0, 'workspace', proxy, program)
}

const run = (command: string) => runTool(bashTool(room.context), { command }, { approve })

describe.runIf(HAS_SANDBOX)('the network of the sandbox in a packaged app', { timeout: TIMEOUT_MS }, () => {
  it('lets curl through the proxy and starts no second app', async () => {
    await enter()
    const electron = await packagedElectron(join(room.folder, 'electron'))
    restore = electron.install()
    const line = `curl -sS -p --http0.9 http://hello.test:${room.targets['TCP4'] ?? ''}/; env | grep -ci proxy`
    const { content } = await run(line)
    expect({ content, wasStarted: await electron.wasStarted() }).toEqual({
      content: 'hello\n9\n[exit code 0]',
      wasStarted: false,
    })
  })

  it('gives commands the variables of the user as they are', async () => {
    await enter()
    const { context } = room
    const names = [...'abcdefghijklmnopqrstuvwxyz'.split(''), 'at', 'code', 'root', 'roots']
    const mine = Object.fromEntries(names.map((name) => [name, 'mine']))
    const tool = bashTool({ ...context, environment: { ...context.environment, ...mine } })
    const { content } = await runTool(tool, { command: 'env | grep =mine$ | cut -d= -f1 | sort | xargs' }, { approve })
    expect(content).toBe(`${names.toSorted().join(' ')}\n[exit code 0]`)
  })
})

const script = (text: string): Buffer => Buffer.from(`#!/bin/sh\n${text}\n`)
const other = process.arch === 'arm64' ? 'x64' : 'arm64'

/** Programs that do not open the port. */
const FAILING: readonly (readonly [string, Buffer])[] = [
  ['ends with 1', script('exit 1')],
  ['ends with 77', script('exit 77')],
  ['ends with 255', script('exit 255')],
  ['is killed', script('kill -KILL $$')],
  ['crashes', script('kill -SEGV $$')],
  ['is missing a library', script('exec /bin/no-such-program')],
  ['needs an interpreter that is missing', Buffer.from('#!/no/such/interpreter\n')],
  ['is made for another processor', portProgram(other)],
  ['is cut off', portProgram(other).subarray(0, 100)],
  ['contains no program', Buffer.from([0, 1, 2, 3, 0, 255])],
  ['prints and fails', script('echo 61080; echo failed >&2; exit 2')],
]

describe.runIf(HAS_SANDBOX)('a port that cannot be opened', { timeout: TIMEOUT_MS }, () => {
  it.each(FAILING)('is said in the result if its program %s', async (_name, program) => {
    await enter(program)
    const { content, isError } = await run('env | grep -ci proxy; echo done')
    expect({ content, isError }).toEqual({
      content: `0\ndone\n[exit code 0]\n[The sandbox could not open the port of its proxy, so this command has no network. If it needs one, call again with 'outside_sandbox' and the reason; the user is then asked.]`,
      isError: false,
    })
  })

  it('is said before the output of a background command', async () => {
    await enter(script('exit 1'))
    const tool = bashTool(room.context)
    const { content } = await runTool(tool, { command: 'echo up; exit 3', background: true }, { approve })
    const id = /as (b\d+)\./.exec(content)?.[1] ?? ''
    const read = await prepare(tool, { process: id, timeout_seconds: 30 })
    if (!read.ok) throw new Error(read.message)
    const texts: string[] = []
    for (;;) {
      const shown = await read.call.run({ signal: new AbortController().signal, onOutput: () => {} })
      texts.push(shown.content.replace('[It is running.]', ''))
      if (shown.content.includes('[exit code')) break
    }
    expect(texts.join('')).toMatch(/^\[The sandbox could not open the port[^\n]+\]\n*up\n\[exit code 3\]$/)
  })

  it('is not said of a command that is not confined', async () => {
    await enter(script('exit 1'))
    const tool = bashTool({ ...room.context, sandboxing: null })
    expect((await runTool(tool, { command: 'echo done' })).content).toBe('done\n[exit code 0]')
  })
})
