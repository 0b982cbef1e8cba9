import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { AgentWorktree } from '../../src/shared/agent-worktree.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { filesIn, type GitFolder, gitFolder, GIT_ENVIRONMENT } from '../support/git-folder.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { unconfinedTools } from '../support/tool-options.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

let project: GitFolder
let parent: Pane
let call: { readonly name: string; readonly arguments: Readonly<Record<string, string>> } | null = null

const shared = engineForTests(
  {
    answerWith: () => {
      const next = call
      call = null
      if (next === null) return textAnswer('Done.')
      return { type: 'script', blocks: [{ type: 'tool_call', ...next }] }
    },
  },
  {
    attended: true,
    allowed: ['bash', 'file_edit'],
    tools: (agents) =>
      unconfinedTools(agents, {
        environment: GIT_ENVIRONMENT,
        maxOutputSize: 100_000,
        outputDirectory: '/nonexistent',
      }),
  },
)

const engine = () => shared.real.engine

beforeEach(async () => {
  project = await gitFolder()
  await project.write('a.txt', Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join(''))
  await project.write('b.txt', 'b\n')
  await project.write('.gitignore', 'ignored\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  await project.write('b.txt', 'not committed\r\n')
  await project.write('new.txt', 'untracked\n')
  await project.write('ignored', 'ignored\n')
  parent = await Pane.create(engine(), 'claude-haiku-4-5/none')
  valueOf(await engine().agents.setFolder({ agentId: parent.agentId, folder: project.folder }))
  await parent.type('Hello')
})
afterEach(() => closeAll(parent, project))

const answered = (child: Pane): Promise<void> =>
  child.until(
    ({ view }) =>
      view.turn === null && view.events.some(({ kind, agentId }) => kind === 'assistant' && agentId === child.agentId),
  )

async function fork(name = 'Fix it'): Promise<{ readonly child: Pane; readonly worktree: AgentWorktree }> {
  const forked = await engine().agents.fork({
    agentId: parent.agentId,
    models: [],
    prompt: name,
    worktree: true,
  })
  const child = await Pane.open(engine(), valueOf(forked)[0]?.id ?? '')
  await answered(child)
  const worktree = valueOf(await engine().changes.worktree({ agentId: child.agentId }))
  if (worktree === null) throw new Error('No worktree')
  return { child, worktree }
}

async function run(pane: Pane, text: string): Promise<void> {
  call = { name: 'bash', arguments: { command: text } }
  await pane.type('Go')
}

/** Whose a change of a command is would not be certain. */
async function edit(pane: Pane, old: string, text: string): Promise<void> {
  call = { name: 'file_edit', arguments: { path: 'a.txt', old_string: `${old}\n`, new_string: `${text}\n` } }
  await pane.type('Go')
}

const apply = (
  pane: Pane,
  options: { preview?: boolean; skip?: readonly string[]; commit?: { message: string } } = {},
) => engine().changes.apply({ agentId: pane.agentId, preview: false, skip: [], ...options })

it('gives a child the files as they are, with what is not committed, on a branch of its own', async () => {
  const before = await project.git('status', '--porcelain')
  const { child, worktree } = await fork()
  const { ignored: _, ...files } = await project.files()
  expect(await filesIn(worktree.folder)).toEqual(files)
  expect(valueOf(await engine().agents.folder({ agentId: child.agentId })).folder).toBe(worktree.folder)
  expect(worktree.branch).toMatch(/^ikigai\/fix-it-[0-9a-f]{8}$/)
  expect(await project.git('-C', worktree.folder, 'status', '--porcelain')).toBe(before)
  expect(await project.git('status', '--porcelain')).toBe(before)
})

it('keeps the changes of several children apart', async () => {
  const [one, two] = [await fork('One'), await fork('Two')]
  const before = await project.files()
  await run(one.child, 'echo one > a.txt')
  await run(two.child, 'echo two > a.txt')
  expect([(await filesIn(one.worktree.folder))['a.txt'], (await filesIn(two.worktree.folder))['a.txt']]).toEqual([
    'one\n',
    'two\n',
  ])
  expect(await project.files()).toEqual(before)
  const list = valueOf(await engine().changes.list({ agentId: one.child.agentId, scope: { type: 'agent' } }))
  expect(list.files.map(({ path }) => path)).toEqual(['a.txt'])
})

it('runs no hook and no filter of the repository', async () => {
  await project.git('config', 'filter.evil.smudge', `touch ${project.parent}/ran; cat`)
  await project.write('.gitattributes', '* filter=evil\n')
  await project.write('.git/hooks/post-checkout', `#!/bin/sh\ntouch ${project.parent}/ran\n`)
  await fork()
  expect(await filesIn(project.parent)).not.toHaveProperty('ran')
})

it('applies the changes of a child as a merge, keeps what the user changed, and undoes it byte for byte', async () => {
  const { child } = await fork()
  await run(child, "sed -i 's/line 2$/two/' a.txt; rm new.txt; mkdir d; echo d > d/d.txt")
  const lines = (await project.read('a.txt')).split('\n')
  await project.write('a.txt', lines.with(18, 'mine').join('\n'))
  const before = await project.files()
  const index = await project.git('ls-files', '--stage')
  const preview = valueOf(await apply(child, { preview: true }))
  expect(preview.files.map(({ path, state }) => [path, state])).toEqual([
    ['a.txt', 'merged'],
    ['d/d.txt', 'clean'],
    ['new.txt', 'clean'],
  ])
  expect(await project.files()).toEqual(before)
  const applied = valueOf(await apply(child))
  expect(await project.read('a.txt')).toBe(lines.with(18, 'mine').with(2, 'two').join('\n'))
  expect(Object.keys(await project.files())).toEqual(expect.arrayContaining(['d/d.txt']))
  expect(await project.git('ls-files', '--stage')).toBe(index)
  const scope = { type: 'event', eventId: applied.eventId ?? 0 } as const
  valueOf(await engine().changes.undo({ agentId: parent.agentId, scope }))
  expect(await project.files()).toEqual(before)
})

it('commits the changes of a child alone, with the agent, its model and its event', async () => {
  await project.git('config', 'user.name', 'Ann')
  await project.git('config', 'user.email', 'ann@localhost')
  const { child } = await fork()
  await run(child, "sed -i 's/line 2$/two/' a.txt; echo c > c.txt; echo theirs >> b.txt")
  await project.write('a.txt', (await project.read('a.txt')).replace('line 18', 'mine'))
  const before = await project.files()
  const commit = { message: '' }
  // The child's change of `b.txt` builds on one that is not committed.
  expect(await apply(child, { commit })).toMatchObject({ ok: false, error: { category: 'CONFLICT' } })
  await project.git('add', 'a.txt')
  expect(refusalOf(await apply(child, { commit, skip: ['b.txt'] }))).toContain('unstage a.txt')
  expect(await project.files()).toEqual(before)
  await project.git('reset', '--quiet')
  const applied = valueOf(await apply(child, { commit, skip: ['b.txt'] }))
  expect(await project.git('rev-parse', 'HEAD')).toBe(`${applied.commit ?? ''}\n`)
  expect(await project.git('show', 'HEAD:a.txt')).toContain('two\n')
  expect(await project.git('show', 'HEAD:a.txt')).not.toContain('mine')
  expect(await project.read('a.txt')).toBe((before['a.txt'] ?? '').replace('line 2\n', 'two\n'))
  expect(await project.git('status', '--porcelain')).toBe(' M a.txt\n M b.txt\n?? new.txt\n')
  const list = valueOf(await engine().changes.list({ agentId: child.agentId, scope: { type: 'agent' } }))
  expect(list.files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  const [subject, ...trailers] = (await project.git('log', '-1', '--format=%s%n%(trailers:only)')).trim().split('\n')
  expect(subject).toBe('Fix it')
  expect(trailers).toEqual([
    `Ikigai-Agent: ${child.agentId}`,
    'Ikigai-Model: anthropic/claude-haiku-4-5',
    expect.stringMatching(/^Ikigai-Event: \d+$/),
  ])
  const eventId = Number(trailers[2]?.split(' ')[1])
  const event = { agentId: child.agentId, scope: { type: 'event', eventId } } as const
  expect(valueOf(await engine().changes.list(event)).files.map(({ path }) => path)).toContain('c.txt')
  // Nothing is left to commit.
  expect(valueOf(await apply(child, { commit, skip: ['b.txt'] })).commit).toBeUndefined()
})

it('says which agent, model and prompt the lines of a file come from, also of changes that were applied', async () => {
  const path = join(project.folder, 'a.txt')
  const blame = async () => valueOf(await engine().changes.blame({ path })).ranges
  expect(await blame()).toEqual([])
  await edit(parent, 'line 15', 'fifteen')
  const { child } = await fork()
  await run(child, "sed -i 's/line 2$/two/' a.txt")
  valueOf(await apply(child))
  await project.write('a.txt', (await project.read('a.txt')).replace('line 8', 'mine'))
  const model = { provider: 'anthropic', name: 'claude-haiku-4-5' }
  expect(await blame()).toMatchObject([
    { start: 3, end: 3, agentId: child.agentId, model, prompt: 'Go', cost: { unpriced: 0 } },
    { start: 16, end: 16, agentId: parent.agentId, model, prompt: 'Go' },
  ])
  // What was taken back is not blamed on anyone; what was written again is.
  await edit(parent, 'two', 'line 2')
  await edit(parent, 'fifteen', '15')
  expect((await blame()).map(({ start, agentId }) => [start, agentId])).toEqual([
    [3, parent.agentId],
    [16, parent.agentId],
  ])
})

it('names the branches whose merged texts came just before a change', async () => {
  const path = join(project.folder, 'a.txt')
  const merged = async () =>
    valueOf(await engine().changes.blame({ path })).ranges.map((range) => [range.start, range.merged])
  const source = await parent.fork()
  await source.type('Think.')
  const wish = { source: source.agentId, into: parent.agentId, text: 'Line 15 it is.', maxTokens: 100 }
  const { eventId } = valueOf(await engine().comparisons.mergeBranch(wish))
  valueOf(await engine().agents.discard({ agentId: parent.agentId, eventId: eventId ?? 0 }))
  valueOf(await engine().comparisons.mergeBranch({ ...wish, text: 'Line 2 it is.' }))
  await edit(parent, 'line 2', 'two')
  await edit(parent, 'line 15', 'fifteen')
  expect(await merged()).toEqual([
    [3, [{ agent: source.agentId, events: expect.any(Array), model: expect.stringMatching(/^claude/) }]],
    [16, []],
  ])
})

it('writes nothing when both sides changed the same lines, until those files are skipped', async () => {
  const { child } = await fork()
  await run(child, 'echo theirs > b.txt; echo more > c.txt')
  await project.write('b.txt', 'mine\n')
  const before = await project.files()
  const refused = await apply(child)
  expect(refused).toMatchObject({ ok: false, error: { category: 'CONFLICT' } })
  expect(refusalOf(refused)).toContain('b.txt')
  expect(await project.files()).toEqual(before)
  valueOf(await apply(child, { skip: ['b.txt'] }))
  expect(await project.files()).toEqual({ ...before, 'c.txt': 'more\n' })
})

it('is kept across restarts and removed on request, never with changes that were not applied', async () => {
  const { child, worktree } = await fork()
  await run(child, 'echo more > c.txt')
  await shared.real.reopen()
  parent = await Pane.open(engine(), parent.agentId)
  const shown = async () => (await agentsOf(engine())).find(({ id }) => id === child.agentId)?.worktree
  expect(await shown()).toBe(worktree.branch)
  const remove = (discard: boolean) => engine().changes.removeWorktree({ agentId: child.agentId, discard })
  expect(refusalOf(await remove(false))).toContain('not applied')
  expect((await filesIn(worktree.folder))['c.txt']).toBe('more\n')
  valueOf(await apply(child))
  valueOf(await remove(false))
  expect(valueOf(await engine().changes.worktree({ agentId: child.agentId }))).toBeNull()
  expect(await shown()).toBeUndefined()
  expect(valueOf(await engine().agents.folder({ agentId: child.agentId })).folder).toBe(project.folder)
  expect(await project.git('worktree', 'list')).not.toContain(worktree.directory)
  expect(await project.git('branch', '--list', worktree.branch)).toBe('')
})

it('is refused outside a repository and without a commit, and records nothing', async () => {
  const canFork = async () => valueOf(await engine().agents.folder({ agentId: parent.agentId })).canHaveWorktrees
  expect(await canFork()).toBe(true)
  const empty = join(project.parent, 'empty')
  await mkdir(empty)
  valueOf(await engine().agents.setFolder({ agentId: parent.agentId, folder: empty }))
  const count = (await agentsOf(engine())).length
  const forked = () => engine().agents.fork({ agentId: parent.agentId, models: [], worktree: true })
  expect(refusalOf(await forked())).toContain('git repository')
  expect(await canFork()).toBeUndefined()
  await project.git('-C', empty, 'init', '--quiet')
  await shared.real.reopen()
  parent = await Pane.open(engine(), parent.agentId)
  expect(refusalOf(await forked())).toContain('at least one commit')
  expect(await canFork()).toBeUndefined()
  expect(await agentsOf(engine())).toHaveLength(count)
})

describe('of an agent that moves into it', () => {
  const make = (agentId: string) => engine().changes.makeWorktree({ agentId })
  const folderOf = async (agentId: string) => valueOf(await engine().agents.folder({ agentId })).folder

  it('has what the folder has, leaves that as it is, is applied to it, and gives it back', async () => {
    const before = await project.files()
    const worktree = valueOf(await make(parent.agentId))
    expect(worktree).toMatchObject({ parentFolder: project.folder, folderBefore: project.folder })
    expect(await folderOf(parent.agentId)).toBe(worktree.folder)
    const agents = await agentsOf(engine())
    expect(agents.find(({ id }) => id === parent.agentId)?.worktree).toBe(worktree.branch)
    expect((await filesIn(worktree.folder))['new.txt']).toBe('untracked\n')
    await run(parent, 'echo more > c.txt')
    expect(await project.files()).toEqual(before)
    expect(refusalOf(await make(parent.agentId))).toContain('has a worktree')
    valueOf(await apply(parent))
    expect(await project.files()).toEqual({ ...before, 'c.txt': 'more\n' })
    valueOf(await engine().changes.removeWorktree({ agentId: parent.agentId, discard: false }))
    expect(await folderOf(parent.agentId)).toBe(project.folder)
  })

  it('gives a fork the folder of its parent again, or its own', async () => {
    await project.write('sub/x.txt', 'x\n')
    for (const own of [null, join(project.folder, 'sub')]) {
      const forked = valueOf(await engine().agents.fork({ agentId: parent.agentId, models: [] }))
      const agentId = forked[0]?.id ?? ''
      if (own !== null) valueOf(await engine().agents.setFolder({ agentId, folder: own }))
      const worktree = valueOf(await make(agentId))
      expect(worktree.folderBefore).toBe(own ?? undefined)
      expect(await folderOf(parent.agentId)).toBe(project.folder)
      valueOf(await engine().changes.removeWorktree({ agentId, discard: true }))
      expect(await folderOf(agentId)).toBe(own ?? project.folder)
    }
  })

  it('is refused outside a repository', async () => {
    const [agentId, folder] = [parent.agentId, project.parent]
    valueOf(await engine().agents.setFolder({ agentId, folder }))
    expect(refusalOf(await make(agentId))).toContain('git repository')
    expect(await folderOf(agentId)).toBe(folder)
  })
})

it('is made by a typed fork, too', async () => {
  const agentId = (await parent.type('/fork --worktree "Go on"')).children[0]?.id ?? ''
  const worktree = valueOf(await engine().changes.worktree({ agentId }))
  expect(worktree?.parentFolder).toBe(project.folder)
  // Its turn works in the project, which is removed then.
  await answered(await Pane.open(engine(), agentId))
})

it('leaves the folder as it is when a turn runs again, and lets calls run in a worktree of its own', async () => {
  const made = join(project.folder, 'made.txt')
  const rerun = async (text: string, onDifference: 'end' | 'run') => {
    await rm(made, { force: true })
    call = { name: 'bash', arguments: { command: text } }
    const started = valueOf(await engine().local.reruns.start({ agentId: parent.agentId, promptId, onDifference }))
    valueOf(await started.ended)
    return valueOf(await engine().reruns.view(started))
  }
  const before = await project.files()
  await run(parent, 'echo one > made.txt')
  expect(await project.read('made.txt')).toBe('one\n')
  const promptId = parent.view.events.findLast(({ kind }) => kind === 'user')?.id ?? 0

  expect(await rerun('echo one > made.txt', 'end')).toMatchObject({ status: 'completed', differences: 0 })
  expect(await project.files()).toEqual(before)

  const other = await rerun('echo two > made.txt', 'run')
  expect(other).toMatchObject({ status: 'completed', divergence: { type: 'other_call', choice: 'run' } })
  expect(await project.files()).toEqual(before)
  const { folder } = valueOf(await engine().agents.folder({ agentId: other.agentId }))
  expect((await filesIn(folder))['made.txt']).toBe('two\n')
})

describe('pruning', () => {
  const prune = async (dryRun = false) => valueOf(await engine().changes.pruneWorktrees({ dryRun }))
  const archive = async (pane: Pane) =>
    valueOf(await engine().agents.archive({ agentIds: [pane.agentId], archived: true }))

  it('leaves worktrees of agents that are in use', async () => {
    const { worktree } = await fork()
    expect((await prune()).filter(({ directory }) => directory === worktree.directory)).toEqual([])
    expect(await filesIn(worktree.folder)).toHaveProperty('a.txt')
  })

  it('removes those of archived agents, whose changes can still be listed and applied', async () => {
    const { child, worktree } = await fork()
    await run(child, 'echo one > a.txt; echo n > n.txt')
    await archive(child)
    const expected = [{ agentId: child.agentId, directory: worktree.directory, kept: null }]
    expect(await prune(true)).toMatchObject(expected)
    expect(await filesIn(worktree.folder)).toHaveProperty('n.txt')
    expect(await prune()).toMatchObject(expected)
    expect(await filesIn(worktree.folder).catch(() => null)).toBeNull()
    expect(await project.git('worktree', 'list', '--porcelain')).not.toContain(worktree.directory)
    expect(await prune()).toEqual([])
    const list = valueOf(await engine().changes.list({ agentId: child.agentId, scope: { type: 'agent' } }))
    expect(list.files.map(({ path }) => path)).toEqual(['a.txt', 'n.txt'])
    valueOf(await apply(child))
    expect([await project.read('a.txt'), await project.read('n.txt')]).toEqual(['one\n', 'n\n'])
  })

  it.each([
    ['a large file', 'head -c 6000000 /dev/zero > large', 'large'],
    ['a repository', 'git init -q inner; touch inner/f', 'inner/'],
  ])('keeps one with contents that no checkpoint holds: %s', async (_name, line, path) => {
    const { child, worktree } = await fork()
    await run(child, line)
    await archive(child)
    expect(await prune()).toMatchObject([{ directory: worktree.directory, kept: expect.stringContaining(path) }])
    expect(await filesIn(worktree.folder)).toHaveProperty('a.txt')
    valueOf(await engine().changes.removeWorktree({ agentId: child.agentId, discard: true }))
  })

  it('forgets one whose directory is gone, and keeps its changes', async () => {
    const { child, worktree } = await fork()
    await run(child, 'echo one > a.txt')
    await rm(worktree.directory, { recursive: true })
    expect(await prune()).toMatchObject([{ directory: worktree.directory, bytes: 0, kept: null }])
    expect(await project.git('worktree', 'list', '--porcelain')).not.toContain(worktree.directory)
    valueOf(await apply(child))
    expect(await project.read('a.txt')).toBe('one\n')
  })
})
