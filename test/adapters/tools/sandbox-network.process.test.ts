import type { LookupAddress } from 'node:dns'
import { afterEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import type { AddressLookup } from '../../../src/main/adapters/tools/public-address.ts'
import type { ApproveAccess, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import { ESCAPE_ATTEMPTS, type EscapeAttempt } from '../../support/sandbox/escape-attempts.ts'
import { type EscapeRoom, makeEscapeRoom, NO_DAMAGE, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { NETWORK_ATTEMPTS, TUNNEL } from '../../support/sandbox/network-attempts.ts'
import { runTool } from './tool-folder.ts'

const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, 65_534] : [ownUid]
const TIMEOUT_MS = 180_000

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
/** A public address. No test connects to it. */
const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 }
const NAMES: Readonly<Record<string, readonly LookupAddress[]>> = {
  'hello.test': [LOOPBACK],
  'rebind.test': [LOOPBACK],
  'mixed.test': [PUBLIC, LOOPBACK],
  localhost: [LOOPBACK],
}

let room: EscapeRoom
let lookedUp: string[]
let asked: string[]
afterEach(() => room.remove())

const lookup: AddressLookup = (name, _options, done) => {
  lookedUp.push(name)
  const found = NAMES[name]
  if (found === undefined) done(Object.assign(new Error(`No such name: ${name}`), { code: 'ENOTFOUND' }), [])
  else done(null, [...found])
}

/** Allows the hosts that begin with one of the names. */
const allowing =
  (...names: readonly string[]): ApproveAccess =>
  ({ subject }) => {
    asked.push(subject)
    const isAllowed = names.some((name) => subject.startsWith(name))
    return Promise.resolve(isAllowed ? { type: 'allowed' } : { type: 'denied', message: 'The user declined it.' })
  }

async function enter(uid: number, isPermitted?: (address: string) => boolean): Promise<void> {
  ;[lookedUp, asked] = [[], []]
  room = await makeEscapeRoom(uid, 'workspace', { lookup, ...(isPermitted !== undefined && { isPermitted }) })
}

function inside(line: string, approve?: ApproveAccess, timeout_seconds = 60): Promise<ToolOutcome> {
  const variables = Object.entries(room.targets).map(([name, value]) => `export ${name}='${value}'`)
  const command = `${variables.join('; ')}\n${TUNNEL}${line}`
  return runTool(bashTool(room.context), { command, timeout_seconds }, approve === undefined ? {} : { approve })
}

describe.runIf(HAS_SANDBOX).each(USERS)(
  'as user %i, the network of the sandbox (skipped where bubblewrap is not installed)',
  { timeout: TIMEOUT_MS },
  (uid) => {
    it('reaches a host that was allowed, after one question, and the result names it', async () => {
      await enter(uid, () => true)
      const { TCP4 = '' } = room.targets
      const line = `for n in 1 2; do tunnel hello.test:${TCP4} | tail -n 1; done; echo "$HTTPS_PROXY" | sed s/[0-9]*$//`
      const outcome = await inside(line, allowing('hello.test'))
      expect(outcome).toEqual({
        content: 'hello\nhello\nhttp://127.0.0.1:\n[exit code 0]',
        isError: false,
        hosts: [`hello.test:${TCP4}`],
      })
      expect({ asked, lookedUp }).toEqual({ asked: [`hello.test:${TCP4}`], lookedUp: ['hello.test', 'hello.test'] })
    })

    it('lets Node find the proxy by itself', async () => {
      await enter(uid, () => true)
      const script = 'fetch("https://hello.test").catch((e) => console.log(String(e.cause?.code ?? e.cause)))'
      const { content } = await inside(`node -e '${script}'`, allowing())
      expect({ asked, content }).toEqual({ asked: ['hello.test'], content: expect.stringContaining('declined') })
    })

    it('refuses a host that was not allowed, says why, and does not look it up', async () => {
      await enter(uid, () => true)
      const { content } = await inside('tunnel evil.test:443', allowing())
      expect(content).toContain('HTTP/1.1 403 Forbidden')
      expect(content).toContain('[The sandbox did not connect to evil.test: The user declined it.]')
      expect({ asked, lookedUp }).toEqual({ asked: ['evil.test'], lookedUp: [] })
    })

    it('refuses everything where nothing further can be approved', async () => {
      await enter(uid, () => true)
      const { content } = await inside('tunnel hello.test:443')
      expect({ isRefused: content.includes('403'), lookedUp }).toEqual({ isRefused: true, lookedUp: [] })
    })

    it('withdraws the question when the command ends, and ends its connections', async () => {
      await enter(uid, () => true)
      const withdrawn = Promise.withResolvers<null>()
      const abort = new AbortController()
      const approve: ApproveAccess = (_access, signal) => {
        signal.addEventListener('abort', () => withdrawn.resolve(null))
        abort.abort()
        return new Promise(() => {})
      }
      const command = `${TUNNEL}tunnel hello.test:443`
      const outcome = await runTool(bashTool(room.context), { command }, { approve, signal: abort.signal })
      expect(outcome.content).toContain('[Cancelled')
      expect(await withdrawn.promise).toBeNull()
    })

    it.each([
      ['more ways to this machine and to other hosts', NETWORK_ATTEMPTS],
      ['all ways out of the sandbox without a network', ESCAPE_ATTEMPTS],
    ] as const)('refuses %s', async (_name, attempts: readonly EscapeAttempt[]) => {
      await enter(uid)
      const script = attempts.map(
        ({ line }, index) =>
          `[ -e moved ] && mv moved nested; [ -e others ] && mv others packages\nif (\n${line}\n) >/tmp/said 2>&1 9>&-\nthen echo "${index} reached"; cat /tmp/said; else echo "${index} refused"; fi`,
      )
      const { content } = await inside(script.join('\n'), allowing('permitted.test', 'rebind.test', 'mixed.test'), 170)
      const refused = new Set([...content.matchAll(/^(\d+) refused$/gm)].map(([, index]) => Number(index)))
      const reached = attempts.filter((_, index) => !refused.has(index)).map(({ name }) => name)
      const isSecretShown = content.includes(SECRET)
      expect({ reached, damage: await room.damage(), isSecretShown }).toEqual({
        reached: [],
        damage: NO_DAMAGE,
        isSecretShown: false,
      })
      expect(lookedUp.filter((name) => !['permitted.test', 'rebind.test', 'mixed.test'].includes(name))).toEqual([])
    })
  },
)
