import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

let project: GitFolder
let parent: Pane

const shared = engineForTests({ answerWith: () => textAnswer('Done.') }, { attended: true })

beforeEach(async () => {
  project = await gitFolder()
  for (const name of ['b.txt', 'new.txt']) await project.write(name, 'before\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  parent = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  valueOf(await shared.real.engine.agents.setFolder({ agentId: parent.agentId, folder: project.folder }))
  await parent.type('Hello')
})
afterEach(() => closeAll(parent, project))

const apply = (
  agentId: string,
  options: Partial<Omit<Parameters<typeof shared.real.engine.changes.apply>[0], 'agentId'>> = {},
) => shared.real.engine.changes.apply({ agentId, preview: false, skip: [], ...options })

describe('conflicts are resolved', () => {
  type Resolution = NonNullable<Parameters<typeof shared.real.engine.changes.apply>[0]['resolve']>[number]

  async function conflicted(): Promise<{ readonly child: string; readonly before: Readonly<Record<string, string>> }> {
    const prompt = { agentId: parent.agentId, models: [], prompt: 'Fix it', worktree: true } as const
    const child = valueOf(await shared.real.engine.agents.fork(prompt))[0]?.id ?? ''
    const folder = valueOf(await shared.real.engine.changes.worktree({ agentId: child }))?.folder ?? ''
    await expect.poll(async () => (await apply(child, { preview: true })).ok, { timeout: 60_000 }).toBe(true)
    for (const name of ['b.txt', 'new.txt']) await writeFile(join(folder, name), 'theirs\n')
    await writeFile(join(folder, 'c.txt'), 'more\n')
    await rm(join(folder, 'gone.txt'))
    await project.write('b.txt', 'mine\n')
    await project.write('new.txt', 'mine\n')
    await project.write('gone.txt', 'changed\n')
    return { child, before: await project.files() }
  }
  beforeEach(async () => {
    await project.write('gone.txt', 'here\n')
    await project.git('add', 'gone.txt')
    await project.git('commit', '--quiet', '-m', 'gone')
  })

  const text = (path: string, content: string): Resolution => ({ path, take: 'text', text: content })

  it.each([
    [{ path: 'b.txt', take: 'ours' }, 'mine\n'],
    [{ path: 'b.txt', take: 'theirs' }, 'theirs\n'],
    [text('b.txt', 'both\r\nno end'), 'both\r\nno end'],
    [text('b.txt', ''), ''],
  ] as const)('as %j says, byte for byte, with an undo', async (resolution, wanted) => {
    const { child, before } = await conflicted()
    const others = [
      { path: 'new.txt', take: 'theirs' },
      { path: 'gone.txt', take: 'theirs' },
    ] as const
    const preview = valueOf(await apply(child, { preview: true, resolve: [resolution, ...others] }))
    expect(preview.files.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'b.txt resolved',
      'c.txt clean',
      'gone.txt resolved',
      'new.txt resolved',
    ])
    expect(await project.files()).toEqual(before)
    const applied = valueOf(await apply(child, { resolve: [resolution, ...others] }))
    const { 'gone.txt': _, ...kept } = before
    expect(await project.files()).toEqual({ ...kept, 'b.txt': wanted, 'c.txt': 'more\n', 'new.txt': 'theirs\n' })
    const scope = { type: 'event', eventId: applied.eventId ?? 0 } as const
    valueOf(await shared.real.engine.changes.undo({ agentId: parent.agentId, scope }))
    expect(await project.files()).toEqual(before)
  })

  it('only as the user saw them: a version that changed since is refused, and so is what has no conflict', async () => {
    const { child, before } = await conflicted()
    const shown = valueOf(await shared.real.engine.changes.conflict({ agentId: child, path: 'b.txt' }))
    expect(shown.text).toBe('<<<<<<< folder\nmine\n=======\ntheirs\n>>>>>>> agent\n')
    const others = ['gone.txt', 'new.txt']
    const resolve = (seen: typeof shown.seen, path = 'b.txt') => ({
      skip: others,
      resolve: [{ path, take: 'theirs', seen } as const],
    })
    await project.write('b.txt', 'mine, later\n')
    const stale = await apply(child, resolve(shown.seen))
    expect(stale).toMatchObject({ ok: false, error: { category: 'CONFLICT' } })
    expect(refusalOf(stale)).toContain('b.txt has changed since it was resolved')
    expect(await project.files()).toEqual({ ...before, 'b.txt': 'mine, later\n' })
    await project.write('b.txt', 'mine\n')
    expect(refusalOf(await apply(child, resolve(shown.seen, 'c.txt')))).toContain('c.txt has no conflict')
    expect(refusalOf(await apply(child, resolve(shown.seen, '../x')))).toContain('no file with a conflict')
    const commit = { message: '' }
    expect(refusalOf(await apply(child, { ...resolve(shown.seen), commit }))).toContain('without a commit')
    expect(await project.files()).toEqual(before)
    valueOf(await apply(child, resolve(shown.seen)))
    expect(await project.read('b.txt')).toBe('theirs\n')
    const gone = valueOf(await shared.real.engine.changes.conflict({ agentId: child, path: 'gone.txt' }))
    expect([gone.text, gone.seen.theirs]).toEqual([null, null])
  })
})
