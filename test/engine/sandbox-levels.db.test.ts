import { expect, it } from 'vitest'

import type { AgentFacts, Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { Profile } from '../../src/shared/profile.ts'
import type { SandboxLevel, SandboxUse } from '../../src/shared/sandbox.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { asks } from '../support/provider-simulator/conversation-texts.ts'
import type { RequestFilter } from '../support/provider-simulator/simulator.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/** A command that runs inside the sandbox, and returns the level that it was given. */
function levelTool({ sandboxLevelOf }: AgentFacts): Tool {
  return {
    definition: { name: 'level', description: 'Returns the level.', parameters: { type: 'object', properties: {} } },
    async prepare(_args, { agentId }) {
      const level = valueOf(await sandboxLevelOf(agentId))
      const use: SandboxUse = level === 'off' ? { inside: false, reason: 'It is off.' } : { inside: true, level }
      return {
        ok: true,
        call: {
          subject: 'true',
          access: 'execute',
          paths: [],
          isInFolder: true,
          sandbox: use,
          run: async () => ({ content: level, isError: false }),
        },
      }
    },
  }
}

const withLevel = (sandbox: SandboxLevel | null): Profile => {
  return { description: '', systemPrompt: null, model: null, tools: null, rules: [], budget: null, sandbox }
}
const PROFILES = { strict: withLevel('read-only'), loose: withLevel('off'), silent: withLevel(null) }

const shared = engineForTests(
  { answerWith: () => textAnswer('Yes.') },
  {
    tools: (agents) => [levelTool(agents)],
    config: { profiles: PROFILES },
  },
)

const open = () => Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
const set = async ({ agentId }: Pane, level: SandboxLevel | null) =>
  valueOf(await shared.real.engine.agents.setSandbox({ agentId, level }))
const look = async ({ agentId }: Pick<Pane, 'agentId'>) => valueOf(await shared.real.engine.agents.sandbox({ agentId }))

function call(name: string, args: Readonly<Record<string, string>> = {}, where?: RequestFilter): void {
  shared.simulator.enqueue(
    'anthropic',
    { type: 'script', blocks: [{ type: 'tool_call', name, arguments: args }] },
    where,
  )
}
const results = (pane: Pane) =>
  pane.view.events.flatMap((event) =>
    event.kind === 'tool_result' ? [{ content: event.content, sandbox: event.data.sandbox }] : [],
  )

it('is that of config.json until one is chosen, and then holds for all below that have none of their own', async () => {
  const root = await open()
  await root.type('Hello')
  const child = await root.fork()
  const grandchild = await child.fork()
  expect(await look(grandchild)).toEqual({ level: 'workspace', chosenFor: null, profile: null })
  await set(root, 'off')
  expect(await set(child, 'read-only')).toEqual({ level: 'read-only', chosenFor: child.agentId, profile: null })
  await shared.real.reopen()
  expect(await look(grandchild)).toEqual({ level: 'read-only', chosenFor: child.agentId, profile: null })
  await set(child, null)
  expect(await look(grandchild)).toEqual({ level: 'off', chosenFor: root.agentId, profile: null })
})

const MODEL = 'claude-haiku-4-5/none'
async function openWith(profile: string): Promise<Pane> {
  const pane = await Pane.open(
    shared.real.engine,
    valueOf(await shared.real.engine.agents.create({ model: MODEL, profile })).id,
  )
  await pane.type('Hello')
  return pane
}
async function forkWith(parent: Pane, profile?: string): Promise<Pane> {
  const forked = await shared.real.engine.agents.fork({ agentId: parent.agentId, models: [], profile })
  return Pane.open(shared.real.engine, valueOf(forked)[0]?.id ?? '')
}

it('is that of the profile, until another one is chosen', async () => {
  const root = await openWith('strict')
  const ofProfile = { level: 'read-only', chosenFor: root.agentId, profile: 'strict' }
  expect(await look(root)).toEqual(ofProfile)
  call('level')
  await root.type('Go')
  expect(results(root)).toEqual([{ content: 'read-only', sandbox: { inside: true, level: 'read-only' } }])
  await set(root, 'off')
  expect(await look(root)).toMatchObject({ level: 'off', profile: null })
  await set(root, null)
  await shared.real.reopen()
  expect(await look(root)).toEqual(ofProfile)
})

it('follows the parent in a fork without a profile of its own, also when a user made it stricter', async () => {
  const root = await openWith('loose')
  const byClick = await forkWith(root)
  await set(root, 'read-only')
  call('slash', { command: 'fork', args: '' })
  await root.type('Fork')
  const byModel = (await agentsOf(shared.real.engine)).find(({ id, parentId }) => {
    return parentId === root.agentId && id !== byClick.agentId
  })
  const ofRoot = { level: 'read-only', chosenFor: root.agentId, profile: null }
  expect(await look(byClick)).toEqual(ofRoot)
  expect(await look({ agentId: byModel?.id ?? '' })).toEqual(ofRoot)
})

it('is that of the profile that a user chose for a fork, if it names one', async () => {
  const root = await openWith('strict')
  const loose = await forkWith(root, 'loose')
  expect(await look(loose)).toEqual({ level: 'off', chosenFor: loose.agentId, profile: 'loose' })
  expect(await look(await forkWith(root, 'silent'))).toMatchObject({ level: 'read-only', chosenFor: root.agentId })
})

it('lets a call run without a question inside, and the result says so', async () => {
  const pane = await open()
  call('level')
  await pane.type('Go')
  expect(results(pane)).toEqual([{ content: 'workspace', sandbox: { inside: true, level: 'workspace' } }])
})

it('refuses a call outside where nobody can be asked, and its result has no place', async () => {
  const pane = await open()
  await set(pane, 'off')
  call('level')
  await pane.type('Go')
  expect(results(pane)).toEqual([{ content: expect.stringContaining("needs a user's approval"), sandbox: undefined }])
})

it('is the strictest one of an agent and of those whose mail it follows', async () => {
  const sender = await open()
  await sender.type('Hello')
  const reader = await sender.fork()
  await set(sender, 'read-only')
  await set(reader, 'workspace')
  valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: reader.agentId, wakes: true }))
  call('slash', { command: 'send', args: `${reader.agentId} Look` })
  // The mail starts a turn of the reader while that of the sender goes on.
  call('level', {}, asks('Look'))
  await sender.type('Send it')
  await reader.until(({ view }) => view.turn === null && results(reader).length > 0)
  expect(results(reader)).toEqual([{ content: 'read-only', sandbox: { inside: true, level: 'read-only' } }])
})

it('cannot be chosen for an agent that does not exist or was killed', async () => {
  const pane = await open()
  await pane.type('/kill')
  const killed = await shared.real.engine.agents.setSandbox({ agentId: pane.agentId, level: 'off' })
  expect(refusalOf(killed)).toMatch(/killed/)
})
