import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { ToolServers } from '../../../src/main/core/ports/tool-server-ports.ts'
import { makeToolFolder, prepare, runTool, type ToolFolder } from './tool-folder.ts'

const SERVER = join(import.meta.dirname, '..', '..', 'support', 'tool-server.ts')
const TIMEOUT_MS = 120_000

/** Backtracks for ever on a text of the same letters with another one at the end. */
const CATASTROPHIC = '^(a+)+$'
const VICTIM = `${'a'.repeat(60)}!`

/** Each level refers to the next one twice: 2^40 paths through 40 definitions. */
function fanningOut(): object {
  const level = (index: number) => ({ anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] })
  const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index}`, level(index)]))
  return { type: 'object', properties: { text: { $ref: '#/$defs/d0' } }, $defs: { ...$defs, d40: { type: 'number' } } }
}

const HOSTILE: readonly (readonly [string, object])[] = [
  ['pattern', { type: 'object', properties: { text: { type: 'string', pattern: CATASTROPHIC } } }],
  ['patternProperties', { type: 'object', patternProperties: { [CATASTROPHIC]: { type: 'string' } } }],
  ['references that fan out', fanningOut()],
]

let space: ToolFolder
let servers: ToolServers

beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => closeAll(servers, space))

async function offer(tools: readonly object[], checkTimeoutMs?: number): Promise<void> {
  const file = join(space.outside, 'tools.json')
  await writeFile(file, JSON.stringify(tools))
  const config = { transport: 'stdio', command: process.execPath, args: [SERVER, file], env: {} } as const
  servers = createMcpServers(
    { own: config },
    {
      ...space.context,
      clientVersion: '0.0.0',
      sandbox: () => null,
      readyWithinMs: TIMEOUT_MS,
      ...(checkTimeoutMs !== undefined && { checkTimeoutMs }),
    },
  )
  servers.start()
  await servers.ready(new AbortController().signal)
}

const tool = (name: string) => {
  const found = servers.tools().find(({ definition }) => definition.name === `own__${name}`)
  if (found === undefined) throw new Error(`No ${name}: ${JSON.stringify(servers.states())}`)
  return found
}

/** Resolves in a later turn of the event loop. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

describe('a server whose schema takes for ever', { timeout: TIMEOUT_MS }, () => {
  it.each(HOSTILE)('by %s keeps the event loop free, and its call goes to the server unchecked', async (_, schema) => {
    await offer([{ name: 'trap', description: '', inputSchema: schema }], 50)
    const order: string[] = []
    const given = { text: VICTIM, [VICTIM]: 'a name of a property' }
    const called = runTool(tool('trap'), given).then((outcome) => {
      order.push('called')
      return outcome
    })
    await nextTurn()
    order.push('free')
    expect(await called).toEqual({ content: JSON.stringify(given), isError: false })
    expect(order).toEqual(['free', 'called'])
  })

  it('is not asked to check again', async () => {
    await offer([{ name: 'trap', description: '', inputSchema: HOSTILE[0]?.[1] }], 50)
    await prepare(tool('trap'), { text: VICTIM })
    expect(await prepare(tool('trap'), { text: 3 })).toMatchObject({ ok: true })
  })

  it('leaves other tools of the server checked', async () => {
    const number = { type: 'object', properties: { n: { type: 'number' } } }
    await offer([
      { name: 'trap', description: '', inputSchema: HOSTILE[0]?.[1] },
      { name: 'plain', description: '', inputSchema: number },
    ])
    await prepare(tool('trap'), { text: VICTIM })
    expect(await prepare(tool('plain'), { n: 'x' })).toEqual({
      ok: false,
      message: 'The arguments of own__plain are not valid. n must be number',
    })
  })

  it('of an output is not run at all', async () => {
    const outputSchema = { type: 'object', properties: { text: { type: 'string', pattern: CATASTROPHIC } } }
    await offer([{ name: 'trap', description: '', inputSchema: { type: 'object' }, outputSchema }])
    const outcome = await runTool(tool('trap'), { text: VICTIM })
    expect(outcome).toEqual({ content: JSON.stringify({ text: VICTIM }), isError: false })
  })
})
