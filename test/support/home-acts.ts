import type { Client } from '../../client/connect.mjs'
import type { AgentId } from '../../src/shared/ids.ts'
import { valueOf } from './drive-agent.ts'

const MODEL = 'claude-haiku-4-5/none'

/** What the acts are about: Ann's agent, and Bob's with its prompt and answer, and a prompt in its queue. */
export interface HomeSituation {
  readonly client: Client
  /** Ann's folder. */
  readonly folder: string
  readonly mine: AgentId
  readonly theirs: AgentId
  readonly prompt: number
  readonly answer: number
  readonly queued: string
}

type Act = (situation: HomeSituation) => Promise<unknown>

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
export const HOME_ACTS: Readonly<Record<string, readonly ['done' | 'refused', Act]>> = {
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
  'trust in a folder': ['done', ({ client, folder }) => client.instructions.trust({ folder, trusts: true })],
  'instructions of the agent': [
    'refused',
    ({ client, theirs }) => client.instructions.set({ agentId: theirs, isOn: true }),
  ],
  'sandbox level': ['refused', ({ client, theirs }) => client.agents.setSandbox({ agentId: theirs, level: 'off' })],
  folder: ['refused', ({ client, theirs, folder }) => client.agents.setFolder({ agentId: theirs, folder })],
  'system prompt': ['refused', ({ client, theirs }) => client.agents.setSystemPrompt({ agentId: theirs, text: 'No' })],
  'model options': ['refused', ({ client, theirs }) => client.agents.setOptions({ agentId: theirs, options: {} })],
  hook: ['done', ({ client }) => client.config.update({ hooks: { turn_end: [{ command: ['/bin/true'] }] } })],
  'start on mail': ['refused', ({ client, theirs }) => client.agents.setWakeOnMail({ agentId: theirs, wakes: true })],
  'mail to an agent that starts on it': [
    'done',
    ({ client, mine, theirs }) => client.agents.submit({ agentId: mine, text: `/send ${theirs} Wake up` }),
  ],
  'keep warm': ['refused', ({ client, theirs }) => client.keepWarm.set({ agentId: theirs, scope: 'agent' })],
  'wait for a limit': ['refused', ({ client, theirs }) => client.limitReturn.set({ agentId: theirs, isOn: true })],
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
  'make a worktree': ['refused', ({ client, theirs }) => client.changes.makeWorktree({ agentId: theirs })],
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
  'take over': ['done', ({ client, theirs, folder }) => client.agents.takeOver({ agentId: theirs, folder })],
}

async function exported(client: Client, agentId: AgentId): Promise<string> {
  let text = ''
  for await (const piece of await client.log.export({ agentId, format: 'log' })) text += valueOf(piece)
  return text
}
