import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { urlOf } from '../adapters/storage/support/test-storage.ts'
import { accessOf } from '../../src/main/hosts/api/operation-access.ts'
import { protectionOf } from '../../src/shared/contract/protections.ts'
import { valueOf } from '../support/drive-agent.ts'
import { HOME_ACTS, type HomeSituation } from '../support/home-acts.ts'
import { type Household, openHousehold } from '../support/household.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { operationNames } from '../support/operation-names.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'
import type { Client } from '../../client/connect.mjs'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { AgentId } from '../../src/shared/ids.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const MODEL = 'claude-haiku-4-5/none'

let place: Workspace
let database: Storage
let ann: Household
let bob: Household

beforeAll(async () => {
  place = await makeWorkspace()
  database = await keepDatabaseUp(place)
  const url = urlOf(join(place.directory, 'data'))
  ann = await openHousehold(url)
  bob = await openHousehold(url)
})

afterAll(async () => {
  for (const household of [ann, bob]) {
    await household.stop('SIGTERM')
    await household.remove()
  }
  await database.close()
  await place.remove()
})

/** An agent in the household's folder that has answered once. */
async function agentOf({ client, folder, sees }: Household): Promise<AgentId> {
  const { id } = valueOf(await client.agents.create({ model: MODEL }))
  // A decision is asked for otherwise.
  valueOf(await client.instructions.trust({ folder, trusts: false }))
  valueOf(await client.agents.setFolder({ agentId: id, folder }))
  valueOf(await client.agents.submit({ agentId: id, text: 'Hello' }))
  await sees((agent) => agent.id === id && agent.activity.type === 'idle' && agent.usage.totalTokens > 0)
  return id
}

/** Returns the same client, and reports the name of every operation that is called. */
function reporting(client: Client, onCall: (name: string) => void): Client {
  const members = <Whole extends object>(whole: Whole, path: readonly string[]): Whole =>
    new Proxy(whole, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        const name = [...path, String(key)]
        if (path.length > 0) onCall(name.join('.'))
        const isGroup = path.length === 0 && (typeof member === 'object' || typeof member === 'function')
        return isGroup && member !== null ? members(member, name) : member
      },
    })
  return members(client, [])
}

/** The operations of the API that do something with an agent. */
function operationsOnAgents(): readonly string[] {
  return operationNames().filter((name) => {
    const { elsewhere } = protectionOf(name)?.rule ?? { elsewhere: 'refused' }
    return elsewhere !== 'shown' && elsewhere !== 'apart' && accessOf(name.split('.')) !== 'none'
  })
}

/** Ids of Bob's agent's prompt and answer, and of a prompt in its queue. */
async function prepare(): Promise<HomeSituation> {
  const theirs = await agentOf(bob)
  valueOf(await bob.client.agents.setWakeOnMail({ agentId: theirs, wakes: true }))
  bob.simulator.enqueue('anthropic', { ...textAnswer('And so on'), holdAfterEvents: 4 })
  valueOf(await bob.client.agents.submit({ agentId: theirs, text: 'Wait' }))
  await bob.simulator.streamHeld()
  valueOf(await bob.client.agents.submit({ agentId: theirs, text: 'Later', ifBusy: 'queue' }))
  valueOf(await bob.client.agents.cancel({ agentId: theirs }))
  for await (const batch of await ann.client.agents.subscribe({ agentId: theirs })) {
    for (const item of batch) {
      if (item.type !== 'snapshot') continue
      const of = (kind: string) => item.view.events.find((event) => event.kind === kind)?.id ?? 0
      const mine = await agentOf(ann)
      const queued = item.view.queue[0]?.id ?? ''
      return {
        client: ann.client,
        folder: ann.folder,
        mine,
        theirs,
        prompt: of('user'),
        answer: of('assistant'),
        queued,
      }
    }
  }
  throw new Error('The feed of the agent has ended')
}

it(`${Object.keys(HOME_ACTS).length} acts at one home run nothing, send nothing, and read and write no file at another`, async () => {
  const situation = await prepare()
  await bob.sees(({ id }) => id === situation.mine)
  const [requests, marks] = [bob.simulator.requests.length, (await bob.marks()).length]
  const programs = (await bob.started()).length
  await bob.watch()
  const tried = new Set<string>()
  const client = reporting(ann.client, (name) => tried.add(name))
  for (const [name, [outcome, act]] of Object.entries(HOME_ACTS)) {
    const answer = await act({ ...situation, client })
    const said = JSON.stringify(answer)
    expect({ name, said, outcome: said.includes('"ok":false') ? 'refused' : 'done' }).toMatchObject({ name, outcome })
    // When Bob's engine knows this, it knows of the act.
    valueOf(await client.agents.rename({ agentId: situation.mine, name }))
    await bob.sees((agent) => agent.id === situation.mine && agent.name === name)
    expect({ name, requests: bob.simulator.requests.length - requests }).toEqual({ name, requests: 0 })
  }
  expect(operationsOnAgents().filter((name) => !tried.has(name))).toEqual([])
  expect(tried.size).toBeGreaterThanOrEqual(30)
  expect(await bob.touched()).toEqual([])
  expect((await bob.marks()).slice(marks)).toEqual([])
  expect((await bob.started()).slice(programs)).toEqual([])
  // A turn of Bob's own shows that his markers work, and that nothing waited for one.
  const own = valueOf(await bob.client.agents.create({ model: MODEL }))
  valueOf(await bob.client.agents.setFolder({ agentId: own.id, folder: bob.folder }))
  bob.simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'bash', arguments: { command: 'touch ran' } }],
  })
  valueOf(await bob.client.agents.submit({ agentId: own.id, text: 'Go' }))
  await bob.sees(({ id, activity }) => id === own.id && activity.type === 'needs_approval')
  expect(await bob.touched()).not.toContain('ran')
  valueOf(await bob.client.agents.cancel({ agentId: own.id }))
  await readFile(join(bob.folder, 'notes.txt'))
  expect(await bob.touched()).toContain('notes.txt')
  await expect.poll(() => bob.marks()).toContain('turn_end')
  // What watches programs writes them down after they have run.
  await expect.poll(async () => (await bob.started()).slice(programs).join('\n')).toContain('/turn_end')
  expect(bob.simulator.requests.length - requests).toBe(1)
})

it('a child that a run leaves behind is not run by another home', async () => {
  await ann.stop('SIGTERM')
  const requests = bob.simulator.requests.length
  const { code, stderr } = await runIkigai(
    ['run', '--no-wait', '--model', MODEL, '/fork "Go"'],
    ann.workspace.environment,
  )
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stderr).toContain('No window and no `ikigai serve` is open on this database to run the children')
  expect(bob.simulator.requests.length - requests).toBe(0)
})
