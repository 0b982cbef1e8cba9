import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import type { ApproveAccess, Tool, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { noProcessIn } from '../../support/processes-in.ts'
import { type EscapeRoom, makeEscapeRoom, NO_DAMAGE } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { TUNNEL } from '../../support/sandbox/network-attempts.ts'
import { makeToolFolder, prepare, prepared, runTool, type ToolFolder } from './tool-folder.ts'

const TIMEOUT_MS = 120_000
/** Prints a line, then waits for the file `go`. */
const WAITS = 'echo up; until [ -e go ]; do sleep 0.05; done; echo down; exit 3'

let space: ToolFolder
let tool: Tool
beforeEach(async () => {
  space = await makeToolFolder()
  tool = bashTool(space.context)
})
afterEach(async () => {
  await space.context.background.close()
  await space.remove()
})

async function start(command: string, of: Tool = tool): Promise<string> {
  const { content } = await runTool(of, { command, background: true })
  return /^\[Running in the background as (b\d+)\./.exec(content)?.[1] ?? content
}

/** Reads until the text contains some words. */
async function readUntil(id: string, words: string): Promise<string> {
  for (let text = ''; ;) {
    text += (await runTool(tool, { process: id })).content
    if (text.includes(words)) return text
    await new Promise(setImmediate)
  }
}

const run = (args: JsonObject): Promise<ToolOutcome> => runTool(tool, args)

describe('a command in the background', { timeout: TIMEOUT_MS }, () => {
  it('is read while it runs, and once more when it has ended', async () => {
    const id = await start(WAITS)
    expect(await readUntil(id, 'up')).toMatch(/^(\[It is running\.\])*up\n\[It is running\.\]$/)
    expect(await run({ process: id })).toEqual({ content: '[It is running.]', isError: false })
    await run({ command: 'touch go' })
    expect((await run({ process: id, timeout_seconds: 30 })).content).toBe('down\n[exit code 3]')
    expect(await run({ process: id })).toEqual({
      content: `No background command: ${id}. This agent has none.`,
      isError: true,
    })
  })

  it('is ended with everything that it started', async () => {
    const id = await start('sleep 600 & trap "" TERM; echo up; sleep 600')
    await readUntil(id, 'up')
    expect((await run({ process: id, stop: true })).content).toBe(
      '[Cancelled: the command and everything it started was ended.]',
    )
    await noProcessIn(space.folder)
  })

  it('stops waiting when the call is cancelled, and runs on', async () => {
    const id = await start(WAITS)
    const call = await prepared(tool, { process: id, timeout_seconds: 600 })
    const abort = new AbortController()
    const waiting = call.run({ signal: abort.signal, onOutput: () => {} })
    abort.abort()
    expect((await waiting).content).toContain('[It is running.]')
    await run({ command: 'touch go' })
    expect((await run({ process: id, timeout_seconds: 30 })).content).toContain('[exit code 3]')
  })

  it('belongs to one agent, ends with it, and ends when ikigai ends', async () => {
    const [first, second] = [await start(WAITS), await start(WAITS)]
    const { background } = space.context
    const patience = { waitMs: 0, signal: new AbortController().signal }
    expect(await background.read('another', first, patience)).toMatchObject({ ok: false })
    background.endOf('another')
    expect(await background.read('agent', second, patience)).toMatchObject({ ok: true, value: { end: null } })
    background.endOf('agent')
    await noProcessIn(space.folder)
    await start(WAITS)
    await background.close()
    await noProcessIn(space.folder)
    expect(await run({ command: 'true', background: true })).toMatchObject({ isError: true })
  })

  it('is refused beyond 16 for one agent', async () => {
    for (let n = 0; n < 16; n++) await start('true')
    const refused = await run({ command: 'true', background: true })
    expect(refused.content).toMatch(/^There are 16 background commands\. Stop one, or read one that has ended: b1, /)
  })

  it('keeps the newest output only, and says how much is missing', async () => {
    const id = await start('seq 1 60000; echo end')
    const { content } = await run({ process: id, timeout_seconds: 30 })
    expect(content).toMatch(/^\[\d+ characters before this were left out\.\]\n/)
    expect(content).toMatch(/60000\nend\n\[exit code 0\]$/)
    expect(content.length).toBeLessThan(201_000)
  })

  it.each([{}, { command: 'true', process: 'b1' }])('is not visited with %j', async (args) => {
    expect(await prepare(tool, args)).toEqual({ ok: false, message: "Give either 'command' or 'process'." })
  })

  it('asks as any command does; reading and stopping it does not', async () => {
    const started = await prepared(tool, { command: 'npm run watch', background: true })
    const visits = await Promise.all(
      [{ process: 'b1' }, { process: 'b1', stop: true }].map((args) => prepared(tool, args)),
    )
    expect([started, ...visits].map(({ subject, access }) => [subject, access])).toEqual([
      ['npm run watch', 'execute'],
      ['read b1', 'context'],
      ['stop b1', 'context'],
    ])
  })
})

describe.runIf(HAS_SANDBOX)(
  'a command in the background of the sandbox (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  () => {
    let room: EscapeRoom
    afterEach(async () => {
      await room.context.background.close()
      await room.remove()
    })

    it('stays confined, and reaches only what the rules allow, without a question', async () => {
      room = await makeEscapeRoom(process.getuid?.() ?? 0, 'workspace', {
        isPermitted: () => true,
        lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      })
      const asked: boolean[] = []
      const approve: ApproveAccess = ({ subject }, signal) => {
        asked.push(signal.aborted)
        return Promise.resolve(subject.startsWith('a.') ? { type: 'allowed' } : { type: 'denied', message: 'Nobody.' })
      }
      const { TCP4 = '', OUT = '' } = room.targets
      const command = `${TUNNEL}echo escaped > ${OUT}/target; tunnel a.test:${TCP4}; tunnel b.test:${TCP4}`
      await runTool(bashTool(room.context), { command, background: true }, { approve })
      const { content } = await runTool(bashTool(room.context), { process: 'b1', timeout_seconds: 30 })
      expect(content).toContain('Read-only file system')
      expect(content).toContain('hello')
      expect(content).toContain(`[It was connected to a.test:${TCP4}.]`)
      expect(content).toContain(`did not connect to b.test:${TCP4}: A background command cannot ask the user.`)
      expect(asked).toEqual([true, true])
      expect(await room.damage()).toEqual({ ...NO_DAMAGE, received: ['tcp4'] })
    })
  },
)
