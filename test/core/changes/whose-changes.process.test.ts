import { execFile } from 'node:child_process'
import { appendFile, chmod, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import type { WrittenFile } from '../../../src/main/core/ports/tool-ports.ts'
import { ChangingAgents, CHILDREN, ROOTS } from '../../support/changing-agents.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const [AGENT, OTHER] = ROOTS
const execute = promisify(execFile)

let project: GitFolder
let agents: ChangingAgents

beforeEach(async () => {
  project = await gitFolder()
  await project.write('shared.txt', 'one\ntwo\nthree\n')
  await project.write('old.txt', 'old\n')
  await project.write('d/in.txt', 'in\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  await project.git('branch', 'other')
  agents = new ChangingAgents(project)
})
afterEach(() => closeAll(agents, project))

const at = (path: string): string => join(project.folder, path)

/** Runs a command that is at work while somebody else acts. */
async function commandDuring(agentId: string, command: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const gate = join(project.parent, 'gate')
  return agents.running(agentId, async () => {
    await rm(gate, { force: true })
    await execute('mkfifo', [gate])
    const ran = execute('sh', ['-c', `cat '${gate}'; ${command}`], { cwd: project.folder, env: GIT_ENVIRONMENT })
    await meanwhile()
    await writeFile(gate, '')
    await ran
  })
}

type Engine = ReturnType<ChangingAgents['start']>

/** Writes a file (null: removes it) as a file tool does. `after`: what happens before the call is recorded. */
async function fileTool(
  agentId: string,
  path: string,
  content: string | null,
  after = async () => {},
  engine?: Engine,
): Promise<string> {
  const write = async (): Promise<readonly WrittenFile[]> => {
    const before = await readFile(at(path)).catch(() => null)
    await (content === null ? rm(at(path)) : writeFile(at(path), content))
    await after()
    return [{ path: at(path), before, after: content === null ? null : Buffer.from(content) }]
  }
  const call = { access: 'write', paths: [at(path)], isInFolder: true } as const
  return agents.running(agentId, write, { call, wroteOf: (wrote) => wrote }, engine)
}

const MEANWHILE: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
  ['a new file', () => project.write('mine.txt', 'my own work\n'), ['mine.txt']],
  ['a line of a file', () => appendFile(at('shared.txt'), 'my line\n'), ['shared.txt']],
  ['a line of a file that the command writes too', () => writeFile(at('a.txt'), 'my line\n'), ['a.txt']],
  ['a file removed', () => rm(at('old.txt')), ['old.txt']],
  ['a file moved', () => rename(at('old.txt'), at('new.txt')), ['old.txt', 'new.txt']],
  ['a folder moved', () => rename(at('d'), at('e')), ['d/in.txt', 'e/in.txt']],
  ['a mode', () => chmod(at('old.txt'), 0o755), ['old.txt']],
  ['a link', () => symlink('old.txt', at('link')), ['link']],
  ['bytes that are no text', () => writeFile(at('bytes'), Uint8Array.of(0, 255, 0)), ['bytes']],
  [
    'a formatter',
    () => execute('sed', ['-i', 's/^/  /', 'shared.txt', 'old.txt'], { cwd: project.folder }),
    ['shared.txt', 'old.txt'],
  ],
  [
    'more files than an event names',
    async () => {
      for (let file = 0; file < 230; file += 1) await project.write(`many/${file}`, `${file}\n`)
    },
    ['many/0', 'many/229'],
  ],
  [
    'another branch',
    async () => {
      await project.git('checkout', '--quiet', 'other')
      await project.write('other.txt', 'other\n')
      await project.git('add', '.')
      await project.git('commit', '--quiet', '-m', 'other')
    },
    ['other.txt'],
  ],
  [
    'work put aside',
    async () => {
      await project.write('shared.txt', 'mine\n')
      await project.git('stash', '--quiet')
      await project.git('rm', '--quiet', 'old.txt')
    },
    ['old.txt'],
  ],
]

it.each(MEANWHILE)('leaves alone what changed while a command ran: %s', async (_name, meanwhile, paths) => {
  const callId = await commandDuring(AGENT, 'echo made >> a.txt', meanwhile)
  const now = await project.files()
  const listed = await agents.listed(AGENT, { type: 'call', callId })
  expect(listed.filter(({ unsure }) => unsure !== true)).toEqual([])
  expect(listed.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths, 'a.txt']))
  expect(await agents.leftByUndo(AGENT)).toEqual(expect.arrayContaining([...paths, 'a.txt']))
  expect(await project.files()).toEqual(now)
  for (const path of Object.keys(now)) expect([path, [...(await agents.blamed(path))]]).toEqual([path, []])
})

it.each(MEANWHILE)('takes back what a file tool wrote, and not what a command left: %s', async (_name, meanwhile) => {
  await fileTool(AGENT, 'tool.txt', 'tool\n')
  await commandDuring(AGENT, 'echo made >> a.txt', meanwhile)
  const { 'tool.txt': _tool, ...others } = await project.files()
  await agents.leftByUndo(AGENT)
  expect(await project.files()).toEqual(others)
})

const FORMATTER = "sed -i 's/^/  /' shared.txt old.txt"
const nothing = async (): Promise<void> => {}
/** What a user who wants to take back a formatter did before it, and what is to be left then. */
const FORMATTED: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
  ['alone', () => commandDuring(AGENT, FORMATTER, nothing), ['old.txt', 'shared.txt']],
  [
    'after an edit of the same lines',
    async () => {
      await fileTool(AGENT, 'shared.txt', 'one\nTWO\nthree\n')
      await commandDuring(AGENT, FORMATTER, nothing)
    },
    ['old.txt', 'shared.txt'],
  ],
  [
    'before an edit of the same lines',
    async () => {
      await commandDuring(AGENT, FORMATTER, nothing)
      await fileTool(AGENT, 'shared.txt', '  one\n  TWO\n  three\n')
    },
    ['old.txt', 'shared.txt'],
  ],
  [
    'between two edits of the same line',
    async () => {
      await fileTool(AGENT, 'shared.txt', 'one\nTWO\nthree\n')
      await commandDuring(AGENT, FORMATTER, nothing)
      await fileTool(AGENT, 'shared.txt', '  one\n  2\n  three\n')
    },
    ['old.txt', 'shared.txt'],
  ],
  [
    'of a new file',
    async () => {
      await fileTool(AGENT, 'new.txt', 'new\n')
      await commandDuring(AGENT, "sed -i 's/^/  /' new.txt", nothing)
    },
    ['new.txt'],
  ],
  [
    'that has run twice',
    async () => {
      await commandDuring(AGENT, FORMATTER, nothing)
      await commandDuring(AGENT, FORMATTER, nothing)
    },
    ['old.txt', 'shared.txt'],
  ],
]

it.each(FORMATTED)('takes a formatter back with one question: %s', async (_name, work, left) => {
  const before = await project.files()
  await work()
  const { unsure } = await agents.undone(AGENT)
  expect([...unsure].toSorted()).toEqual(left)
  expect(await agents.undone(AGENT, { unsure: true })).toMatchObject({ unsure: [] })
  expect(await project.files()).toEqual(before)
  // Nothing is left to undo, and nothing comes back.
  expect(await agents.undone(AGENT)).toMatchObject({ files: [], unsure: [] })
  expect(await agents.undone(AGENT, { unsure: true })).toMatchObject({ files: [], unsure: [] })
  expect(await project.files()).toEqual(before)
})

it.each(FORMATTED)('takes a formatter back at once if it is asked to: %s', async (_name, work) => {
  const before = await project.files()
  await work()
  await agents.undone(AGENT, { unsure: true })
  expect(await project.files()).toEqual(before)
})

it('takes a file of a command back when it is named, and says so no more', async () => {
  await commandDuring(AGENT, 'echo a > a.txt', () => project.write('mine.txt', 'mine\n'))
  expect(await agents.leftByUndo(AGENT, ['a.txt'])).toEqual([])
  expect(Object.keys(await project.files())).not.toContain('a.txt')
  expect(await agents.leftByUndo(AGENT)).toEqual(['mine.txt'])
})

it('knows what another agent wrote while a command ran', async () => {
  const callId = await commandDuring(AGENT, 'true', () => fileTool(OTHER, 'precious.txt', 'precious\n'))
  expect(await agents.listed(AGENT, { type: 'call', callId })).toMatchObject([{ path: 'precious.txt', outside: true }])
  const others = [{ path: 'precious.txt', agent: { id: OTHER, name: 'Poet' } }]
  expect(await agents.undone(AGENT)).toMatchObject({ files: [], unsure: [], others })
  expect(await agents.undone(AGENT, { unsure: true })).toMatchObject({ files: [], others })
  expect(await project.read('precious.txt')).toBe('precious\n')
  expect([...(await agents.blamed('precious.txt'))]).toEqual([[1, OTHER]])
})

/** What an agent of another process does while a command of the first one runs; it was recorded before the command's end, or after it. */
const ELSEWHERE: readonly (readonly [string, string | null, boolean])[] = [
  ['precious.txt', 'precious\n', true],
  ['precious.txt', 'precious\n', false],
  ['shared.txt', 'one\nTWO\nthree\n', true],
  ['shared.txt', 'one\nTWO\nthree\n', false],
  ['old.txt', null, true],
  ['d/in.txt', '', false],
]

it.each(ELSEWHERE)(
  'knows what an agent of another process wrote meanwhile: %s, %j, %s',
  async (path, content, isEarlier) => {
    const elsewhere = agents.start()
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const after = async () => {
      written.resolve()
      if (!isEarlier) await mayEnd.promise
    }
    let other: Promise<string> | undefined
    const callId = await commandDuring(AGENT, 'echo a > a.txt', async () => {
      other = fileTool(OTHER, path, content, after, elsewhere)
      await (isEarlier ? other : written.promise)
    })
    mayEnd.resolve()
    await other
    const { 'a.txt': _made, ...theirs } = await project.files()
    expect(await agents.listed(AGENT, { type: 'call', callId })).toMatchObject([
      { path: 'a.txt', unsure: true },
      { path, outside: true },
    ])
    expect(await agents.undone(AGENT, { unsure: true })).toMatchObject({ files: ['a.txt'], unsure: [] })
    expect(await project.files()).toEqual(theirs)
    await elsewhere.checkpoints.close()
  },
)

it('leaves to the command what it made of a file that an agent of another process wrote', async () => {
  const elsewhere = agents.start()
  await commandDuring(AGENT, 'echo more >> shared.txt', () =>
    fileTool(OTHER, 'shared.txt', 'tool\n', undefined, elsewhere),
  )
  const now = await project.files()
  expect(await agents.leftByUndo(AGENT)).toEqual(['shared.txt'])
  expect(await project.files()).toEqual(now)
  await elsewhere.checkpoints.close()
})

it('gives a file tool its own file alone, also beside a command of the same agent', async () => {
  await commandDuring(AGENT, 'echo b > b.txt', async () => {
    await project.write('mine.txt', 'mine\n')
    await fileTool(AGENT, 'tool.txt', 'tool\n', () => project.write('late.txt', 'mine\n'))
  })
  const listed = await agents.listed(AGENT)
  const certain = listed.filter(({ outside, unsure }) => outside !== true && unsure !== true)
  expect(certain.map(({ path }) => path)).toEqual(['tool.txt'])
  expect([...(await agents.leftByUndo(AGENT))].toSorted()).toEqual(['b.txt', 'late.txt', 'mine.txt'])
  expect(Object.keys(await project.files())).not.toContain('tool.txt')
})

it.each<[string, () => Promise<unknown>]>([
  ['a line added', () => appendFile(at('shared.txt'), 'my line\n')],
  ['another content', () => writeFile(at('shared.txt'), 'mine\n')],
  ['a mode', () => chmod(at('shared.txt'), 0o755)],
])('is not certain of a file that was saved just after a file tool wrote it: %s', async (_name, after) => {
  await fileTool(AGENT, 'shared.txt', 'tool\n', async () => void (await after()))
  const now = await project.files()
  expect(await agents.leftByUndo(AGENT)).toEqual(['shared.txt'])
  expect(await project.files()).toEqual(now)
})

it('does not claim what a program in the background writes after its call', async () => {
  await commandDuring(AGENT, 'true', async () => {})
  await project.write('later.txt', 'later\n')
  await fileTool(AGENT, 'tool.txt', 'tool\n')
  await agents.leftByUndo(AGENT)
  expect(await project.read('later.txt')).toBe('later\n')
})

it.each(MEANWHILE)('does not take for somebody else what may be a command in the background: %s', async (...row) => {
  const [, meanwhile, paths] = row
  agents.background.add(AGENT)
  await fileTool(AGENT, 'tool.txt', 'tool\n', async () => void (await meanwhile()))
  const listed = await agents.listed(AGENT)
  expect(listed.filter(({ outside }) => outside === true)).toEqual([])
  expect(listed.filter(({ path, unsure }) => unsure !== true && path !== 'tool.txt')).toEqual([])
  const { 'tool.txt': _tool, ...others } = await project.files()
  expect(await agents.leftByUndo(AGENT)).toEqual(expect.arrayContaining([...paths]))
  expect(await project.files()).toEqual(others)
})

it('counts commands in a worktree of the agent as its own, until something else is seen there', async () => {
  const [child] = CHILDREN
  await agents.fork(AGENT, child)
  const folder = await agents.folderIn(child)
  const command = (line: string) => agents.running(child, () => execute('sh', ['-c', line], { cwd: folder }))
  await command('echo a > a.txt')
  expect(await agents.listed(child)).toMatchObject([{ path: 'a.txt' }])
  expect(await agents.leftByUndo(child)).toEqual([])
  await writeFile(join(folder, 'mine.txt'), 'mine\n')
  await command('echo b > b.txt')
  expect(await agents.leftByUndo(child)).toEqual(['b.txt'])
})
