import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { AgentEventOf } from '../../src/shared/agent-event.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder, GIT_ENVIRONMENT } from '../support/git-folder.ts'
import { type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import { unconfinedTools } from '../support/tool-options.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

let project: GitFolder
let pane: Pane
/** The calls of the next answer; then the turn ends. */
let calls: readonly ScriptedBlock[] = []

const shared = engineForTests(
  {
    answerWith: () => {
      const blocks = calls
      calls = []
      return blocks.length === 0 ? textAnswer('Done.') : { type: 'script', blocks }
    },
  },
  {
    attended: true,
    allowed: ['bash', 'file_write:/**', 'file_edit', 'file_edit:/**'],
    tools: (agents) =>
      unconfinedTools(agents, {
        environment: GIT_ENVIRONMENT,
        maxOutputSize: 100_000,
        outputDirectory: '/nonexistent',
      }),
  },
)

beforeEach(async () => {
  project = await gitFolder()
  await project.write('a.txt', 'one\ntwo\n')
  await project.write('b.txt', 'b\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  valueOf(await shared.real.engine.agents.setFolder({ agentId: pane.agentId, folder: project.folder }))
})
afterEach(() => closeAll(pane, project))

const call = (name: string, args: JsonObject): ScriptedBlock => ({ type: 'tool_call', name, arguments: args })
const edit = (path: string, from: string, to: string) => call('file_edit', { path, old_string: from, new_string: to })
const bash = (command: string) => call('bash', { command })

async function turn(...blocks: readonly ScriptedBlock[]): Promise<string> {
  calls = blocks
  await pane.type('Go')
  return pane.view.events.findLast(({ turnId }) => turnId !== null)?.turnId ?? ''
}

function checkpoints(): readonly AgentEventOf<'checkpoint'>[] {
  return pane.view.events.filter((event) => event.kind === 'checkpoint')
}

const list = async (scope: Parameters<typeof shared.real.engine.changes.list>[0]['scope'] = { type: 'agent' }) =>
  valueOf(await shared.real.engine.changes.list({ agentId: pane.agentId, scope })).files.map(
    ({ path, status, state, outside, unsure }) =>
      [status, path, state, ...(outside === true ? ['outside'] : []), ...(unsure === true ? ['unsure'] : [])].join(' '),
  )
const undo = (request: Omit<Parameters<typeof shared.real.engine.changes.undo>[0], 'agentId'>) =>
  shared.real.engine.changes.undo({ agentId: pane.agentId, ...request })

it('records what file tools and commands change, with the call', async () => {
  await turn(edit('a.txt', 'two', 'TWO'), bash('echo c > c.txt; rm b.txt'))
  const [first, second, ...others] = checkpoints()
  expect(others).toEqual([])
  expect(first?.data.files).toEqual([{ path: 'a.txt', status: 'modified', added: 1, removed: 1 }])
  expect(second?.data.files.map(({ path, status }) => [path, status])).toEqual([
    ['b.txt', 'deleted'],
    ['c.txt', 'added'],
  ])
  expect(second?.data.before).toBe(first?.data.after)
  const callIds = pane.view.events.flatMap((event) => (event.kind === 'tool_call' ? [event.data.tool_call_id] : []))
  expect(new Set(checkpoints().map(({ data }) => data.tool_call_id))).toEqual(new Set(callIds))
  expect(await list()).toEqual(['modified a.txt as_left', 'deleted b.txt as_left unsure', 'added c.txt as_left unsure'])
})

it('records nothing for calls that change nothing, and sends the model nothing of it', async () => {
  await turn(bash('cat a.txt'))
  await turn(bash('echo c > c.txt'))
  expect(checkpoints()).toHaveLength(1)
  const context = valueOf(await shared.real.engine.agents.context({ agentId: pane.agentId }))
  expect(context.segments.map(({ event }) => event.kind)).not.toContain('checkpoint')
})

it('undoes a turn byte for byte, and redoes it', async () => {
  const before = await project.files()
  const turnId = await turn(
    edit('a.txt', 'two', 'TWO'),
    bash('mkdir d; printf "x\\000y" > d/bin; rm b.txt; ln -s a.txt l'),
  )
  const after = await project.files()
  const paths = ['a.txt', 'b.txt', 'd/bin', 'l']
  const undone = valueOf(await undo({ scope: { type: 'turn', turnId }, paths }))
  const then = await project.files()
  expect(then).toEqual(before)
  expect(await list({ type: 'turn', turnId })).toEqual([
    'modified a.txt undone',
    'deleted b.txt undone unsure',
    'added d/bin undone unsure',
    'added l undone unsure',
  ])
  valueOf(await undo({ scope: { type: 'event', eventId: undone.eventId ?? 0 } }))
  expect(await project.files()).toEqual(after)
})

it('undoes one file, and one hunk of two', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`)
  await project.write('long.txt', lines.join(''))
  const turnId = await turn(bash("sed -i 's/line 2$/two/; s/line 25$/last/' long.txt; echo more >> b.txt"))
  const scope = { type: 'turn', turnId } as const
  const change = valueOf(await shared.real.engine.changes.file({ agentId: pane.agentId, scope, path: 'long.txt' }))
  expect(change.hunks).toHaveLength(2)
  valueOf(await undo({ scope, paths: ['long.txt'], hunks: [0] }))
  expect(await project.read('long.txt')).toBe(lines.with(25, 'last\n').join(''))
  valueOf(await undo({ scope, paths: ['b.txt'] }))
  expect(await project.read('b.txt')).toBe('b\n')
  valueOf(await undo({ scope, paths: ['long.txt'], hunks: [1] }))
  expect(await project.read('long.txt')).toBe(lines.join(''))
})

it('writes nothing and names the file when it changed since', async () => {
  const turnId = await turn(edit('a.txt', 'two', 'TWO'), edit('b.txt', 'b', 'B'))
  await project.write('a.txt', 'mine\n')
  const refused = await undo({ scope: { type: 'turn', turnId } })
  expect(refused).toMatchObject({ ok: false, error: { category: 'CONFLICT' } })
  expect(refusalOf(refused)).toContain('a.txt')
  expect([await project.read('a.txt'), await project.read('b.txt')]).toEqual(['mine\n', 'B\n'])
  expect(await list({ type: 'turn', turnId })).toEqual(['modified a.txt changed_since', 'modified b.txt as_left'])
  const since = async (path: string) =>
    valueOf(await shared.real.engine.changes.file({ agentId: pane.agentId, scope: { type: 'turn', turnId }, path }))
      .since
  expect(await since('a.txt')).toMatchObject({ hunks: [{ lines: ['-one', '-TWO', '+mine'] }], size: 5 })
  expect(await since('b.txt')).toBeUndefined()
  valueOf(await undo({ scope: { type: 'turn', turnId }, paths: ['b.txt'] }))
  expect([await project.read('a.txt'), await project.read('b.txt')]).toEqual(['mine\n', 'b\n'])
})

it('keeps the chain whole when somebody else writes in between', async () => {
  await turn(edit('a.txt', 'two', 'TWO'))
  await writeFile(join(project.folder, 'mine.txt'), 'mine\n')
  await turn(edit('b.txt', 'b', 'B'))
  const chain = checkpoints()
  expect(chain.map(({ data }) => data.cause)).toEqual(['call', 'outside', 'call'])
  expect(chain[1]?.data.before).toBe(chain[0]?.data.after)
  expect(chain[2]?.data.before).toBe(chain[1]?.data.after)
  expect(await list()).toEqual(['modified a.txt as_left', 'modified b.txt as_left', 'added mine.txt as_left outside'])
  valueOf(await undo({ scope: { type: 'agent' } }))
  expect(await project.files()).toEqual({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n', 'mine.txt': 'mine\n' })
})

it('keeps what the user had before an undo', async () => {
  const turnId = await turn(bash('rm b.txt'))
  await project.write('mine.txt', 'mine\n')
  valueOf(await undo({ scope: { type: 'turn', turnId }, paths: ['b.txt'] }))
  await unlink(join(project.folder, 'mine.txt'))
  const kept = checkpoints().findLast(({ data }) => data.cause === 'undo')?.data.before ?? ''
  const store = join(shared.real.dataDirectory, 'checkpoints', 'objects', 'sha1')
  expect(await project.git(`--git-dir=${store}`, 'show', `${kept}:mine.txt`)).toBe('mine\n')
})

it('undoes a file outside the folder that a file tool wrote', async () => {
  const path = join(project.parent, 'outside.txt')
  await writeFile(path, 'before')
  const turnId = await turn(call('file_edit', { path, old_string: 'before', new_string: 'after' }))
  expect(await list({ type: 'turn', turnId })).toEqual([`modified ${path} as_left`])
  valueOf(await undo({ scope: { type: 'turn', turnId } }))
  expect(await list({ type: 'turn', turnId })).toEqual([`modified ${path} undone`])
})

it('restores the files of the moment that a rewind returned to, and brings the later ones back', async () => {
  await turn(edit('a.txt', 'two', 'TWO'))
  const then = await project.files()
  const answer = pane.view.events.findLast(({ kind }) => kind === 'assistant')?.id ?? 0
  await turn(bash('rm b.txt; echo c > c.txt'))
  const later = await project.files()
  valueOf(await shared.real.engine.agents.rewind({ agentId: pane.agentId, eventId: answer }))
  expect(await project.files()).toEqual(later)
  const rewind = pane.view.events.findLast((event) => event.kind === 'rewind')
  const scope = { type: 'since', eventId: (rewind?.data.target_id ?? 0) - 1 } as const
  const restored = valueOf(await undo({ scope, restore: true, paths: ['b.txt', 'c.txt'] }))
  expect(await project.files()).toEqual(then)
  expect(checkpoints().at(-1)?.data.cause).toBe('restore')
  valueOf(await undo({ scope: { type: 'event', eventId: restored.eventId ?? 0 } }))
  expect(await project.files()).toEqual(later)
})

it('refuses in another folder', async () => {
  const turnId = await turn(bash('rm b.txt'))
  valueOf(await shared.real.engine.agents.setFolder({ agentId: pane.agentId, folder: project.parent }))
  expect(refusalOf(await undo({ scope: { type: 'turn', turnId } }))).toContain('works in')
})

it('knows the changes after a restart, and exports them', async () => {
  await turn(bash('rm b.txt'))
  await shared.real.reopen()
  const agentId = pane.agentId
  pane = await Pane.open(shared.real.engine, agentId)
  expect(await list()).toEqual(['deleted b.txt as_left unsure'])
  await turn(bash('echo 1 > b.txt'))
  expect(checkpoints().map(({ data }) => data.cause)).toEqual(['call', 'call'])
  const lines: string[] = []
  for await (const line of shared.real.engine.local.exportLines(agentId)) lines.push(valueOf(line))
  expect(lines.filter((line) => line.includes('"checkpoint"'))).toHaveLength(2)
})
