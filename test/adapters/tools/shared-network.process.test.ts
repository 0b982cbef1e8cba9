import { readdirSync, readlinkSync } from 'node:fs'

import { afterEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import type { ApproveAccess } from '../../../src/main/core/ports/tool-ports.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { ok } from '../../../src/shared/result.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { CALL, ESCAPE_ATTEMPTS } from '../../support/sandbox/escape-attempts.ts'
import { type EscapeRoom, makeEscapeRoom, NO_DAMAGE, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { TUNNEL } from '../../support/sandbox/network-attempts.ts'

const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, 65_534] : [ownUid]
const TIMEOUT_MS = 180_000

let room: EscapeRoom
afterEach(async () => {
  await room.context.background.close()
  await room.remove()
})

let calls = 0

async function call(args: JsonObject, agentId = 'agent', approve?: ApproveAccess): Promise<string> {
  const site = { agentId, turnId: 'turn', callId: `call_${++calls}` }
  const made = await bashTool(room.context).prepare(args, site)
  if (!made.ok) return made.message
  const run = { signal: new AbortController().signal, onOutput: () => {}, ...(approve && { approve }) }
  return (await made.call.run(run)).content
}

async function start(command: string, agentId = 'agent', approve?: ApproveAccess): Promise<string> {
  const content = await call({ command, background: true }, agentId, approve)
  return /as (b\d+)\./.exec(content)?.[1] ?? content
}

const serves = (port: number, host: string, text = 'served'): string =>
  `node -e 'require("net").createServer((socket) => socket.end("${text}\\n")).listen(${port}, "${host}")'`

/** Connects as soon as something listens, and prints what it sends. */
const reads = (port: number, host = '127.0.0.1'): string =>
  `for n in $(seq 400); do exec 3<>/dev/tcp/${host}/${port} && cat <&3 && break; sleep 0.05; done 2>/dev/null; true`

/** Connects once. */
const tries = (port: number): string => `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3) 2>/dev/null || echo alone`

/** Resolves with the ports of a command when they are these. */
const listening = (id: string, agentId = 'agent') => {
  const { background } = room.context
  const ports = () => background.running(agentId).find((command) => command.id === id)?.ports
  return expect.poll(ports)
}

const UDP = `node -e 'const socket = require("dgram").createSocket("udp4"); socket.on("message", (text, from) => socket.send("served\\n", from.port)).bind(8100)'`
const ASKS = `node -e 'const socket = require("dgram").createSocket("udp4"); setInterval(() => socket.send("?", 8100), 50); socket.on("message", (text) => { console.log(String(text)); process.exit() })'`

/** Servers in the background, and a later command that reaches them. */
const SERVERS: readonly (readonly [string, string, string])[] = [
  ['at the loopback address', serves(8100, '127.0.0.1'), reads(8100)],
  ['at the loopback address of IPv6', serves(8100, '::1'), reads(8100, '::1')],
  ['at all addresses', serves(8100, '0.0.0.0'), reads(8100)],
  ['at all addresses of both protocols', serves(8100, '::'), reads(8100)],
  ['at another address of the loopback network', serves(8100, '127.0.0.9'), reads(8100, '127.0.0.9')],
  ['by the name localhost', serves(8100, 'localhost'), reads(8100, 'localhost')],
  ['at the port that proxies have elsewhere', serves(61_080, '127.0.0.1'), reads(61_080)],
  ['in a process of its own session', `setsid ${serves(8100, '127.0.0.1')}`, reads(8100)],
  ['in a process whose parent has ended', `(${serves(8100, '127.0.0.1')} &); sleep 600`, reads(8100)],
  ['later', `sleep 0.5; ${serves(8100, '127.0.0.1')}`, reads(8100)],
  ['by UDP', UDP, ASKS],
]

/** What fails after a command has entered the network of its agent. */
const FAULTS: readonly (readonly [string, { readonly context?: PropertyDescriptorMap; readonly run?: object }])[] = [
  ['its limits', { context: { limits: { get: fail } } }],
  ['what shows its output', { run: { onOutput: fail } }],
]

function fail(): never {
  throw new Error('A part failed')
}

describe.runIf(HAS_SANDBOX).each(USERS)(
  'as user %i, the network of an agent in the sandbox (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  (uid) => {
    it.each(SERVERS)('lets a later command reach a server %s', async (_, server, client) => {
      room = await makeEscapeRoom(uid)
      await start(server)
      expect(await call({ command: client, timeout_seconds: 60 })).toContain('served')
    })

    it('lets commands in the background reach each other, also after one was restarted', async () => {
      room = await makeEscapeRoom(uid)
      const server = await start(serves(8100, '127.0.0.1'))
      valueOf(await room.context.background.restart('agent', server, async () => null))
      const client = await start(reads(8100))
      expect(await call({ process: client, timeout_seconds: 60 })).toContain('served')
    })

    it('is not that of another agent: the same port is free there, and neither is reached from the other', async () => {
      room = await makeEscapeRoom(uid)
      const [mine, other] = [await start(serves(8100, '::', 'mine')), await start('sleep 600', 'another')]
      await listening(mine).toEqual([8100])
      expect(await call({ command: tries(8100) }, 'another')).toContain('alone')
      expect(await call({ command: tries(8100) }, 'third')).toContain('alone')
      const theirs = await start(serves(8100, '::', 'theirs'), 'another')
      await listening(theirs, 'another').toEqual([8100])
      const read = await Promise.all(['agent', 'another'].map((agent) => call({ command: reads(8100) }, agent)))
      expect(read.map((text) => text.split('\n')[0])).toEqual(['mine', 'theirs'])
      expect(room.context.background.running('another').map(({ id, ports }) => [id, ports])).toEqual([
        [other, undefined],
        [theirs, [8100]],
      ])
    })

    it('lists the ports of each command, tells them to the model, and forgets them with it', async () => {
      room = await makeEscapeRoom(uid)
      const both = await start(`${serves(8102, '127.0.0.1')} & ${serves(8101, '::1')}`)
      const one = await start(serves(8103, '0.0.0.0'))
      await listening(both).toEqual([8101, 8102])
      await listening(one).toEqual([8103])
      expect(await call({ process: both })).toBe('[It is running, and listens on ports 8101, 8102.]')
      await call({ process: both, stop: true })
      await listening(both).toBeUndefined()
      expect(await call({ command: tries(8102) })).toContain('alone')
      expect(await call({ command: reads(8103) })).toContain('served')
    })

    it('gives each command a proxy of its own', async () => {
      room = await makeEscapeRoom(uid, 'workspace', {
        isPermitted: () => true,
        lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      })
      const { TCP4 = '' } = room.targets
      const allowing =
        (name: string): ApproveAccess =>
        ({ subject }) =>
          Promise.resolve(subject.startsWith(name) ? { type: 'allowed' } : { type: 'denied', message: 'No.' })
      const waits = `${TUNNEL}until [ -e go ]; do sleep 0.05; done; tunnel a.test:${TCP4}`
      const id = await start(waits, 'agent', allowing('a.'))
      const asked = `${TUNNEL}tunnel b.test:${TCP4}; tunnel a.test:${TCP4}; touch go`
      const said = await call({ command: asked }, 'agent', allowing('b.'))
      expect(said).toContain('hello')
      expect(said).toContain(`did not connect to a.test:${TCP4}`)
      expect(await call({ process: id, timeout_seconds: 60 })).toContain(`[It was connected to a.test:${TCP4}.]`)
    })

    it(`leads none of ${ESCAPE_ATTEMPTS.length} ways out of the sandbox`, async () => {
      room = await makeEscapeRoom(uid)
      await start('sleep 600')
      const variables = Object.entries(room.targets).map(([name, value]) => `export ${name}='${value}'`)
      const script = ESCAPE_ATTEMPTS.map(
        ({ line }, index) =>
          `[ -e moved ] && mv moved nested; [ -e others ] && mv others packages\nif (\n${line}\n) >/tmp/said 2>&1 9>&-\nthen echo "${index} reached"; cat /tmp/said; else echo "${index} refused"; fi`,
      )
      const command = `${variables.join('; ')}\n${CALL}${script.join('\n')}`
      const content = await call({ command, timeout_seconds: 170 })
      const refused = new Set([...content.matchAll(/^(\d+) refused$/gm)].map(([, index]) => Number(index)))
      const reached = ESCAPE_ATTEMPTS.filter((_, index) => !refused.has(index)).map(({ name }) => name)
      expect({ reached, damage: await room.damage(), isSecretShown: content.includes(SECRET) }).toEqual({
        reached: [],
        damage: NO_DAMAGE,
        isSecretShown: false,
      })
      expect(openNetworks()).toHaveLength(1)
    })

    it('is another one in a turn that mail limits, also for what outlives that turn', async () => {
      room = await makeEscapeRoom(uid, 'workspace', {
        isPermitted: () => true,
        lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      })
      let limitedBy: readonly string[] = []
      const asked: unknown[] = []
      if (room.context.sandboxing === null) throw new Error('There is no sandbox')
      const sandboxing = { ...room.context.sandboxing, limitsOf: () => Promise.resolve(ok(limitedBy)) }
      room = { ...room, context: { ...room.context, sandboxing } }
      const approve: ApproveAccess = (access) => {
        asked.push(access.limitedBy)
        const isLimited = access.limitedBy !== undefined && access.limitedBy.length > 0
        return Promise.resolve(isLimited ? { type: 'denied', message: 'No.' } : { type: 'allowed' })
      }
      const { TCP4 = '' } = room.targets
      const tunnel = `tunnel a.test:${TCP4}`
      /** The proxies of all commands that share a network. */
      const everyProxy = `for port in $(seq 61080 61090); do (https_proxy=http://127.0.0.1:$port; ${tunnel}) 2>/dev/null; done; ${tunnel}`
      await start(serves(8100, '127.0.0.1'), 'agent', approve)
      expect(await call({ command: `${TUNNEL}${everyProxy}; ${reads(8100)}` }, 'agent', approve)).toMatch(
        /hello[\s\S]*served/,
      )

      limitedBy = ['sender']
      const id = await start(`${TUNNEL}until [ -e go ]; do sleep 0.05; done; ${everyProxy}`, 'agent', approve)
      const limited = await call({ command: `${TUNNEL}${everyProxy}; ${tries(8100)}` }, 'agent', approve)
      expect(limited).not.toContain('hello')
      expect(limited).toContain('alone')

      // The user has begun a turn, whose limits are none. What the limited turn left running keeps its own.
      limitedBy = []
      expect(await call({ command: `touch go; ${reads(8100)}` }, 'agent', approve)).toContain('served')
      const later = await call({ process: id, timeout_seconds: 60 })
      expect(later).toContain(`did not connect to a.test:${TCP4}`)
      expect(later).not.toContain('hello')
      expect(asked).toContainEqual(['sender'])
    })

    it('reaches nothing of this machine, and ends with its last command', async () => {
      room = await makeEscapeRoom(uid)
      const { TCP4 = '', TCP6 = '' } = room.targets
      const id = await start(`${serves(8100, '127.0.0.1')} & ${tries(Number(TCP4))}; wait`)
      await listening(id).toEqual([8100])
      expect(openNetworks()).toHaveLength(1)
      const line = `${tries(Number(TCP4))}; (exec 3<>/dev/tcp/::1/${TCP6}) 2>&1; cut -d: -f1 /proc/net/dev | xargs`
      expect(await call({ command: line })).toMatch(/^alone\n[\s\S]*refused[\s\S]* lo\n/)
      expect(await call({ process: id, stop: true })).toMatch(/^alone/)
      expect(room.received).toEqual([])
      await expect.poll(openNetworks).toEqual([])
      await start(serves(8100, '127.0.0.1', 'again'))
      expect(await call({ command: reads(8100) })).toContain('again')
    })

    it.each(FAULTS)('is left by a command during which %s failed', async (_, { context = {}, run = {} }) => {
      room = await makeEscapeRoom(uid)
      const id = await start(serves(8100, '127.0.0.1'))
      await listening(id).toEqual([8100])
      const { sandboxing } = room.context
      const broken = sandboxing === null ? null : Object.defineProperties({ ...sandboxing }, context)
      const site = { agentId: 'agent', turnId: 'turn', callId: `call_${++calls}` }
      const made = await bashTool({ ...room.context, sandboxing: broken }).prepare({ command: 'echo text' }, site)
      if (!made.ok) throw new Error(made.message)
      const signal = new AbortController().signal
      await Promise.allSettled([made.call.run({ signal, onOutput: () => {}, ...run })])
      await call({ process: id, stop: true })
      await expect.poll(openNetworks).toEqual([])
    })
  },
)

/** The network namespaces that this process holds open. */
function openNetworks(): readonly string[] {
  const links = readdirSync('/proc/self/fd').map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`)
    } catch {
      return ''
    }
  })
  return links.filter((link) => link.startsWith('net:['))
}
