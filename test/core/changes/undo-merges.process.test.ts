import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { ChangingAgents, ROOTS } from '../../support/changing-agents.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const [AGENT, OTHER] = ROOTS
const LINES = Array.from({ length: 30 }, (_, index) => `line ${index}\n`)
/** The text with other lines at some places; null: without the line. */
const text = (changed: Readonly<Record<number, string | null>> = {}): string =>
  LINES.map((line, index) =>
    changed[index] === undefined ? line : changed[index] === null ? '' : `${changed[index]}\n`,
  ).join('')

let project: GitFolder
let agents: ChangingAgents

beforeEach(async () => {
  project = await gitFolder()
  await project.write('f', text())
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
  agents = new ChangingAgents(project)
})
afterEach(() => closeAll(agents, project))

/** Who writes the file, and its content then; null: removed. */
type Step = readonly ['agent' | 'user' | 'other', string | null]

async function play(steps: readonly Step[]): Promise<void> {
  for (const [who, content] of steps) {
    const all = [{ path: 'f', content }]
    if (who === 'user') await agents.writeOutside(AGENT, all)
    else await agents.call(who === 'agent' ? AGENT : OTHER, all)
  }
}

const MERGED: readonly (readonly [string, readonly Step[], string | null])[] = [
  [
    'other lines in between',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 15: 'u' })],
      ['agent', text({ 3: 'a', 15: 'u', 28: 'a' })],
    ],
    text({ 15: 'u' }),
  ],
  [
    'other lines since',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 15: 'u' })],
    ],
    text({ 15: 'u' }),
  ],
  [
    'in between and since',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 9: 'u' })],
      ['agent', text({ 3: 'a', 9: 'u', 20: 'a' })],
      ['user', text({ 3: 'a', 9: 'u', 20: 'a', 28: 'u' })],
    ],
    text({ 9: 'u', 28: 'u' }),
  ],
  [
    'a line away',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 5: 'u' })],
    ],
    text({ 5: 'u' }),
  ],
  [
    'removed by the agent',
    [
      ['agent', text({ 3: null })],
      ['user', text({ 3: null, 20: 'u' })],
    ],
    text({ 20: 'u' }),
  ],
  [
    'removed by the user',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 20: null })],
      ['agent', text({ 3: 'a', 20: null, 28: 'a' })],
    ],
    text({ 20: null }),
  ],
  [
    'appended by the user',
    [
      ['agent', text({ 3: 'a' })],
      ['user', `${text({ 3: 'a' })}mine\n`],
    ],
    `${text()}mine\n`,
  ],
  [
    'without a line end',
    [
      ['agent', text({ 3: 'a' })],
      ['user', `${text({ 3: 'a' })}mine`],
    ],
    `${text()}mine`,
  ],
  [
    'by another agent in between',
    [
      ['agent', text({ 3: 'a' })],
      ['other', text({ 3: 'a', 15: 'o' })],
      ['agent', text({ 3: 'a', 15: 'o', 28: 'a' })],
    ],
    text({ 15: 'o' }),
  ],
  [
    'the agent changes its line again',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 15: 'u' })],
      ['agent', text({ 3: 'b', 15: 'u' })],
    ],
    text({ 15: 'u' }),
  ],
  [
    'the user changes it back',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text()],
      ['agent', text({ 20: 'a' })],
    ],
    text(),
  ],
  [
    'the agent makes again what the user removed',
    [
      ['agent', text({ 3: 'a' })],
      ['user', null],
      ['agent', 'new\n'],
    ],
    null,
  ],
  [
    'line ends',
    [
      ['agent', text({ 3: 'a\r' })],
      ['user', text({ 3: 'a\r', 15: 'u\r' })],
    ],
    text({ 15: 'u\r' }),
  ],
]

it.each(MERGED)('keeps what others changed: %s', async (_, steps, wanted) => {
  await play(steps)
  const error = await agents.undoAll(AGENT)
  const isConflict = wanted === null
  expect([error?.category, (await project.files())['f']]).toEqual(
    isConflict ? ['CONFLICT', 'new\n'] : [undefined, wanted],
  )
  agents.checkChains()
})

const REFUSED: readonly (readonly [string, readonly Step[], object])[] = [
  [
    'the same line since',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'u' })],
    ],
    { when: 'since', agent: null },
  ],
  [
    'the line beside it since',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 4: 'u' })],
    ],
    { when: 'since', agent: null },
  ],
  [
    'the same line in between',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'u' })],
      ['agent', text({ 3: 'u', 28: 'a' })],
    ],
    { when: 'between', agent: null },
  ],
  [
    'the same line by another agent',
    [
      ['agent', text({ 3: 'a' })],
      ['other', text({ 3: 'o' })],
    ],
    { when: 'since', agent: { id: OTHER } },
  ],
  [
    'the same line by another agent in between',
    [
      ['agent', text({ 3: 'a' })],
      ['other', text({ 3: 'o' })],
      ['agent', text({ 3: 'o', 28: 'a' })],
    ],
    { when: 'between', agent: { id: OTHER } },
  ],
  [
    'removed since',
    [
      ['agent', text({ 3: 'a' })],
      ['user', null],
    ],
    { when: 'since', agent: null },
  ],
  [
    'a file of the agent that the user added to',
    [
      ['agent', null],
      ['user', 'mine\n'],
    ],
    { when: 'since', agent: null },
  ],
  [
    'a binary file',
    [
      ['agent', '\u0000a'],
      ['user', '\u0000b'],
    ],
    { when: 'since', agent: null },
  ],
  [
    'since, after a change in between that can be merged',
    [
      ['agent', text({ 3: 'a' })],
      ['user', text({ 3: 'a', 15: 'u' })],
      ['agent', text({ 3: 'a', 15: 'u', 28: 'a' })],
      ['user', text({ 3: 'u', 15: 'u', 28: 'a' })],
    ],
    { when: 'since', agent: null },
  ],
  [
    'everything since',
    [
      ['agent', text({ 3: 'a' })],
      ['user', 'mine\n'],
    ],
    { when: 'since', agent: null },
  ],
]

it.each(REFUSED)('says who changed the same lines, and when: %s', async (_, steps, reason) => {
  await play(steps)
  const before = await project.files()
  const error = await agents.undoAll(AGENT)
  expect(error).toMatchObject({ category: 'CONFLICT', conflicts: [{ path: 'f', ...reason }] })
  expect(error?.message).toContain('f')
  expect(await project.files()).toEqual(before)
})
