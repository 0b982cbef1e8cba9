import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { urlOf } from '../adapters/storage/support/test-storage.ts'
import { accessOf } from '../../src/main/hosts/api/operation-access.ts'
import { protectionOf } from '../../src/shared/contract/protections.ts'
import { valueOf } from '../support/drive-agent.ts'
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

/** What the acts are about: Ann's agent, and Bob's with its prompt and answer, and a prompt in its queue. */
interface Situation {
  readonly client: Client
  readonly mine: AgentId
  readonly theirs: AgentId
  readonly prompt: number
  readonly answer: number
  readonly queued: string
}

type Act = (situation: Situation) => Promise<unknown>

const GO = { text: 'Go' } as const
const WHOLE = { type: 'agent' } as const
const COMMENT = { path: 'notes.txt', line: 1, text: 'Why?' }
const PUSHED = { url: 'file:///tmp/none.git', branch: 'main', commit: 'a'.repeat(40) }
const PLAN = {
  task: 'Go',
  test: 'true',
  timeout_ms: 10_000,
  retries: 0,
  at_once: 1,
  winner: 'first',
  max_usd: null,
  max_minutes: null,
  unconfined: true,
} as const

/** What Ann does, and whether it is carried out or refused. */
const ACTS: Readonly<Record<string, readonly ['done' | 'refused', Act]>> = {
  prompt: ['done', ({ client, theirs }) => client.agents.submit({ agentId: theirs, ...GO })],
  'prompt for the queue': [
    'done',
    ({ client, theirs }) => client.agents.submit({ agentId: theirs, ...GO, ifBusy: 'queue' }),
  ],
  'pasted text': [
    'done',
    ({ client, theirs }) => client.agents.submit({ agentId: theirs, text: '/kill', asText: true }),
  ],
  command: ['refused', ({ client, theirs }) => client.agents.submit({ agentId: theirs, text: '/compress' })],
  script: ['refused', ({ client, theirs }) => client.agents.submit({ agentId: theirs, text: '/clear\nGo on' })],
  fork: ['done', ({ client, theirs }) => client.agents.fork({ agentId: theirs, models: [], prompt: 'Go' })],
  'forks with models': [
    'done',
    ({ client, theirs }) => client.agents.fork({ agentId: theirs, models: [MODEL, MODEL], prompt: 'Go' }),
  ],
  'fork with a worktree': [
    'refused',
    ({ client, theirs }) => client.agents.fork({ agentId: theirs, models: [], prompt: 'Go', worktree: true }),
  ],
  'new try': [
    'refused',
    ({ client, theirs, prompt }) =>
      client.agents.fork({ agentId: theirs, models: [], before: prompt, prompt: 'Go', reason: 'retry' }),
  ],
  'several models': ['refused', ({ client, theirs }) => client.agents.ask({ agentId: theirs, ...GO, models: [MODEL] })],
  'rule, everywhere': [
    'done',
    ({ client }) =>
      client.approvals.addRule({ tool: 'bash', pattern: null, action: 'allow', scope: { type: 'everywhere' } }),
  ],
  'rule for the agent': [
    'done',
    ({ client, theirs }) =>
      client.approvals.addRule({
        tool: 'bash',
        pattern: null,
        action: 'allow',
        scope: { type: 'subtree', agentId: theirs },
      }),
  ],
  'trust in a folder': ['done', ({ client }) => client.instructions.trust({ folder: ann.folder, trusts: true })],
  'instructions of the agent': [
    'refused',
    ({ client, theirs }) => client.instructions.set({ agentId: theirs, isOn: true }),
  ],
  'sandbox level': ['refused', ({ client, theirs }) => client.agents.setSandbox({ agentId: theirs, level: 'off' })],
  folder: ['refused', ({ client, theirs }) => client.agents.setFolder({ agentId: theirs, folder: ann.folder })],
  'system prompt': ['refused', ({ client, theirs }) => client.agents.setSystemPrompt({ agentId: theirs, text: 'No' })],
  'model options': ['refused', ({ client, theirs }) => client.agents.setOptions({ agentId: theirs, options: {} })],
  hook: ['done', ({ client }) => client.config.update({ hooks: { turn_end: [{ command: ['/bin/true'] }] } })],
  'start on mail': ['refused', ({ client, theirs }) => client.agents.setWakeOnMail({ agentId: theirs, wakes: true })],
  'mail to an agent that starts on it': [
    'done',
    ({ client, mine, theirs }) => client.agents.submit({ agentId: mine, text: `/send ${theirs} Wake up` }),
  ],
  'keep warm': ['refused', ({ client, theirs }) => client.keepWarm.set({ agentId: theirs, scope: 'agent' })],
  'send a queued prompt': [
    'refused',
    ({ client, theirs, queued }) => client.queue.send({ agentId: theirs, promptId: queued }),
  ],
  'change a queued prompt': [
    'refused',
    ({ client, theirs, queued }) =>
      client.queue.change({ agentId: theirs, promptId: queued, text: 'rm -rf', asText: false }),
  ],
  'remove a queued prompt': [
    'refused',
    ({ client, theirs, queued }) => client.queue.remove({ agentId: theirs, promptId: queued }),
  ],
  rerun: ['refused', ({ client, theirs }) => client.reruns.start({ agentId: theirs, onDifference: 'end' })],
  resume: ['refused', ({ client, theirs }) => client.agents.resume({ agentId: theirs })],
  rewind: ['refused', ({ client, theirs, prompt }) => client.agents.rewind({ agentId: theirs, eventId: prompt })],
  vote: [
    'done',
    ({ client, theirs, answer }) =>
      client.comparisons.vote({
        answer: { agent: theirs, events: [answer], model: 'claude-haiku-4-5' },
        over: [],
        withdrawn: false,
      }),
  ],
  'merge a branch': [
    'refused',
    ({ client, mine, theirs }) => client.comparisons.mergeBranch({ source: mine, into: theirs }),
  ],
  'list changes': ['refused', ({ client, theirs }) => client.changes.list({ agentId: theirs, scope: WHOLE })],
  'undo changes': ['refused', ({ client, theirs }) => client.changes.undo({ agentId: theirs, scope: WHOLE })],
  'apply changes': [
    'refused',
    ({ client, theirs }) => client.changes.apply({ agentId: theirs, preview: false, skip: [] }),
  ],
  budget: [
    'refused',
    ({ client, theirs }) => client.budgets.set({ agentId: theirs, budget: { scope: 'agent', usd: 1, step: 1 } }),
  ],
  import: ['done', async ({ client, theirs }) => client.log.import({ text: await exported(client, theirs) })],
  redaction: ['refused', ({ client, theirs }) => client.redaction.run({ agentId: theirs })],
  'MCP server': [
    'done',
    ({ client }) => client.config.update({ toolServers: { marks: { command: '/bin/true', args: [] } } }),
  ],
  profile: ['done', ({ client }) => client.agents.create({ model: MODEL, profile: 'read-only' })],
  'open a file': ['refused', ({ client, theirs }) => client.folder.open({ agentId: theirs, path: 'notes.txt' })],
  'attach a file': ['refused', ({ client, theirs }) => client.folder.attach({ agentId: theirs, path: 'notes.txt' })],
  'find files': ['refused', ({ client, theirs }) => client.folder.files({ agentId: theirs, query: 'notes' })],
  race: [
    'refused',
    ({ client, theirs }) =>
      client.races.start({
        agentId: theirs,
        isNew: false,
        models: [MODEL],
        attempts: 1,
        plan: PLAN,
        allowsEdits: true,
      }),
  ],
  'background command': [
    'refused',
    ({ client, theirs }) => client.agents.restartBackground({ agentId: theirs, id: '1' }),
  ],
  'port of a command': [
    'refused',
    ({ client, theirs }) => client.agents.openPort({ agentId: theirs, id: '1', port: 5173 }),
  ],
  'comment on changes': [
    'refused',
    ({ client, theirs }) => client.changes.comment({ agentId: theirs, comments: [COMMENT] }),
  ],
  branches: ['refused', ({ client, theirs }) => client.changes.branches({ agentId: theirs })],
  'look at a conflict': [
    'refused',
    ({ client, theirs }) => client.changes.conflict({ agentId: theirs, path: 'notes.txt' }),
  ],
  'commit a worktree': [
    'refused',
    ({ client, theirs }) => client.publishing.commit({ agentId: theirs, message: 'x', preview: false }),
  ],
  'plan a push': ['refused', ({ client, theirs }) => client.publishing.plan({ agentId: theirs })],
  push: [
    'refused',
    ({ client, theirs }) =>
      client.publishing.push({ agentId: theirs, remote: 'origin', replaces: null, force: true, ...PUSHED }),
  ],
  'open a pull request': [
    'refused',
    ({ client, theirs }) =>
      client.publishing.open({ agentId: theirs, ...PUSHED, base: 'main', title: 'x', body: '', draft: false }),
  ],
  'look at checks': ['refused', ({ client, theirs }) => client.publishing.checks({ agentId: theirs })],
  'send failed checks': ['refused', ({ client, theirs }) => client.publishing.sendFailures({ agentId: theirs })],
  'own prompt': ['done', ({ client, mine }) => client.agents.submit({ agentId: mine, ...GO })],
  'stop another command': [
    'refused',
    ({ client, theirs }) => client.agents.endBackground({ agentId: theirs, id: '1' }),
  ],
  'output of a command': [
    'refused',
    ({ client, theirs }) => client.agents.backgroundOutput({ agentId: theirs, id: '1' }),
  ],
  'retry now': ['refused', ({ client, theirs }) => client.agents.retryNow({ agentId: theirs })],
  'discard an answer': [
    'refused',
    ({ client, theirs, answer }) => client.agents.discard({ agentId: theirs, eventId: answer }),
  ],
  'look at the folder': ['refused', ({ client, theirs }) => client.agents.folder({ agentId: theirs })],
  'look at the sandbox': ['refused', ({ client, theirs }) => client.agents.sandbox({ agentId: theirs })],
  'option of an outside agent': [
    'refused',
    ({ client, theirs }) => client.agents.setOutsideOption({ agentId: theirs, optionId: 'mode', value: 'bypass' }),
  ],
  'order of the queue': [
    'refused',
    ({ client, theirs, queued }) => client.queue.reorder({ agentId: theirs, promptIds: [queued] }),
  ],
  'merge answers': [
    'refused',
    ({ client, theirs, answer }) => {
      const merged = { agent: theirs, events: [answer] }
      return client.comparisons.addMerge({ agentId: theirs, text: 'Both', sources: [merged], merged })
    },
  ],
  'go on with a race': ['refused', ({ client, theirs }) => client.races.resume({ raceId: theirs })],
  'answer an evaluation': [
    'refused',
    ({ client, theirs }) => client.evaluations.answer({ evaluationId: theirs, goOn: true }),
  ],
  'answer a race': ['refused', ({ client, theirs }) => client.races.answer({ raceId: theirs, goOn: true })],
  'stop a race': ['refused', ({ client, theirs }) => client.races.stop({ raceId: theirs, agentId: null })],
  'adopt an attempt': [
    'refused',
    ({ client, theirs }) => client.races.adopt({ raceId: theirs, preview: false, skip: [] }),
  ],
  'go on with a rerun': ['refused', ({ client, theirs }) => client.reruns.resume({ rerunId: theirs })],
  'go on with an evaluation': ['refused', ({ client, theirs }) => client.evaluations.resume({ evaluationId: theirs })],
  'changes of a file': [
    'refused',
    ({ client, theirs }) => client.changes.file({ agentId: theirs, scope: WHOLE, path: 'notes.txt' }),
  ],
  'look at the worktree': ['refused', ({ client, theirs }) => client.changes.worktree({ agentId: theirs })],
  'remove the worktree': [
    'refused',
    ({ client, theirs }) => client.changes.removeWorktree({ agentId: theirs, discard: true }),
  ],
  'app of a tool': ['refused', ({ client, theirs }) => client.tools.app({ agentId: theirs, name: 'marks__app' })],
  'read instructions': ['refused', ({ client, theirs }) => client.instructions.get({ agentId: theirs })],
  pin: ['done', ({ client, theirs }) => client.agents.pin({ agentIds: [theirs], pinned: true })],
  cancel: ['done', ({ client, theirs }) => client.agents.cancel({ agentId: theirs })],
  stop: ['done', ({ client, theirs }) => client.agents.stop({ agentId: theirs })],
  archive: ['done', ({ client, theirs }) => client.agents.archive({ agentIds: [theirs], archived: true })],
  'take over': ['done', ({ client, theirs }) => client.agents.takeOver({ agentId: theirs, folder: ann.folder })],
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

async function exported(client: Client, agentId: AgentId): Promise<string> {
  let text = ''
  for await (const piece of await client.log.export({ agentId, format: 'log' })) text += valueOf(piece)
  return text
}

/** Ids of Bob's agent's prompt and answer, and of a prompt in its queue. */
async function prepare(): Promise<Situation> {
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
      return { client: ann.client, mine, theirs, prompt: of('user'), answer: of('assistant'), queued }
    }
  }
  throw new Error('The feed of the agent has ended')
}

it(`${Object.keys(ACTS).length} acts at one home run nothing, send nothing, and read and write no file at another`, async () => {
  const situation = await prepare()
  await bob.sees(({ id }) => id === situation.mine)
  const [requests, marks] = [bob.simulator.requests.length, (await bob.marks()).length]
  const programs = (await bob.started()).length
  await bob.watch()
  const tried = new Set<string>()
  const client = reporting(ann.client, (name) => tried.add(name))
  for (const [name, [outcome, act]] of Object.entries(ACTS)) {
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
  expect((await bob.started()).slice(programs).join('\n')).toContain('/turn_end')
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
