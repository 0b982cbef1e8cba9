import { expect, it } from 'vitest'

import { worktreeUse } from '../../../src/main/core/changes/worktree-use.ts'
import { ok } from '../../../src/shared/result.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const DIRECTORY = '/data/worktrees/app/winner'
/** Where each agent works. */
const FOLDERS: Readonly<Record<string, string>> = {
  owner: DIRECTORY,
  below: `${DIRECTORY}/packages/a`,
  namesake: `${DIRECTORY}-2`,
  elsewhere: '/home/ann/app',
}
const AGENTS = Object.keys(FOLDERS).map((id) => agentSummary({ id, name: id }))
const IDLE = { busy: [], running: [] }

it.each<
  readonly [
    what: string,
    who: { readonly busy: readonly string[]; readonly running: readonly string[] },
    use: string | null,
  ]
>([
  ['nobody does anything', IDLE, null],
  [
    'its agent has a turn',
    { ...IDLE, busy: ['owner'] },
    'owner is at work in it. Wait until the turn has ended, or cancel it.',
  ],
  [
    'a descendant has one in a package',
    { ...IDLE, busy: ['below'] },
    'below is at work in it. Wait until the turn has ended, or cancel it.',
  ],
  ['others have turns', { ...IDLE, busy: ['namesake', 'elsewhere'] }, null],
  [
    'its agent left a command running',
    { ...IDLE, running: ['owner'] },
    'A background command runs in it: npm run dev. End it first.',
  ],
  [
    'a descendant left one',
    { ...IDLE, running: ['elsewhere', 'below'] },
    'A background command runs in it: npm run dev. End it first.',
  ],
  ['others left some', { ...IDLE, running: ['namesake', 'elsewhere'] }, null],
])('a worktree may be removed unless something goes on there: %s', async (_what, { busy, running }, use) => {
  const found = await worktreeUse(DIRECTORY, {
    folders: { ofAll: async () => ok((id: string) => FOLDERS[id] ?? '/') },
    registry: { tree: { all: () => AGENTS } },
    isBusy: (id) => busy.includes(id),
    listBackground: async () =>
      ok(running.map((agentId) => ({ agentId, id: 'b1', command: 'npm run dev', startedAt: 0 }))),
  })
  expect(found).toEqual(ok(use))
})
