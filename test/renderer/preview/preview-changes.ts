import type { implement } from '@orpc/server'

import { conflicting } from '../../../src/shared/app-error.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { Contract } from '../../../src/shared/contract.ts'
import type { ChangeHunk, ComparedCommits, FileState } from '../../../src/shared/file-changes.ts'
import { err, ok, refuse } from '../../../src/shared/result.ts'
import { previewPublishing } from './preview-publishing.ts'
import { LONG, SIBLING } from './preview-world.ts'
import { REVIEW_FILES, REVIEW_FOLDER, reviewBlame, reviewHunks } from './review-world.ts'

type Implementer = ReturnType<typeof implement<Contract>>
type ChangesImplementer = Implementer['changes']

const HUNKS: readonly ChangeHunk[] = [
  {
    oldStart: 1,
    oldLines: 3,
    newStart: 1,
    newLines: 3,
    lines: [' export function add(a, b) {', '-  return a - b', '+  return a + b', ' }'],
  },
  { oldStart: 20, oldLines: 1, newStart: 20, newLines: 2, lines: [' export default add', '+export { add }'] },
]

/** What the user wrote into the edited file of `LONG` after the agent. */
const SINCE: readonly ChangeHunk[] = [
  {
    oldStart: 1,
    oldLines: 2,
    newStart: 1,
    newLines: 2,
    lines: ['-export function add(a, b) {', '+export function sum(a, b) {', '   return a + b'],
  },
]

const COMPARED: ComparedCommits = {
  from: '1f0c9a7e'.repeat(5),
  to: null,
  commits: [{ id: '7c1d22e0'.repeat(5), subject: 'Add the sum' }],
  more: 0,
}

/** How the worktrees of the project are made ready; its file has changed since it was confirmed. */
const SETUP = {
  project: '/home/ann/shop',
  commands: ['npm ci', 'npm run generate'],
  copy: ['.env'],
  teardown: ['docker compose down'],
  network: ['registry.npmjs.org'],
  sources: ['.ikigai/worktree.json'],
  digest: '5e'.repeat(32),
}

/**
 * Changes of one edited and one new file, for every agent and scope. An undo is noted, shown and recorded. The edited
 * file of `LONG` has changed since. It is not certain who changed the files of `SIBLING`.
 */
function previewChanges(
  os: ChangesImplementer,
  note: (name: string, input: unknown) => void,
  record: (event: NewEvent) => AgentEvent,
) {
  let state: FileState = 'as_left'
  let isSetupConfirmed = false
  return {
    list: os.list.handler(({ input }) => {
      note('changes.list', input)
      const files = REVIEW_FILES[input.agentId]
      if (files !== undefined) return ok({ folder: REVIEW_FOLDER, files, skipped: [], shared: false, unrecorded: [] })
      return ok({
        folder: '/home/ann/shop',
        files: [
          {
            path: 'src/add.ts',
            status: 'modified' as const,
            added: 2,
            removed: 1,
            state: input.agentId === LONG ? ('changed_since' as const) : state,
            contents: { before: '1', after: input.agentId },
          },
          {
            path: 'src/round.ts',
            status: 'added' as const,
            added: 32,
            removed: 0,
            state,
            contents: { before: '', after: '2' },
          },
        ],
        skipped: [],
        shared: false,
        unrecorded: [],
        ...(input.scope.type === 'base' && { compared: COMPARED }),
      })
    }),
    file: os.file.handler(({ input }) => {
      const since = input.agentId === LONG ? { since: { hunks: SINCE, size: 110 } } : {}
      return ok({
        path: input.path,
        hunks: reviewHunks(input.agentId, input.path) ?? HUNKS,
        oldSize: 80,
        newSize: 100,
        ...since,
      })
    }),
    comment: os.comment.handler(({ input }) => {
      note('changes.comment', input)
      return ok({ answers: [], turnStarted: true, children: [], startedChildren: [] })
    }),
    branches: os.branches.handler(() =>
      ok({ current: 'fix-rounding', suggested: 'main', names: ['fix-rounding', 'main', 'origin/main'] }),
    ),
    blame: os.blame.handler(({ input }) => ok(reviewBlame(input.path))),
    worktree: os.worktree.handler(() =>
      ok({
        directory: '/data/worktrees/shop-1/fix-1',
        folder: '/data/worktrees/shop-1/fix-1',
        parentFolder: '/home/ann/shop',
        branch: 'ikigai/fix-1',
        commit: '1',
        wholeBase: '1',
        base: '1',
        ports: { first: 20_010, last: 20_019 },
      }),
    ),
    makeWorktree: os.makeWorktree.handler(({ input }) => {
      note('changes.makeWorktree', input)
      return refuse('The folder is in no git repository.')
    }),
    removeWorktree: os.removeWorktree.handler(({ input }) => {
      note('changes.removeWorktree', input)
      return input.discard ? ok(null) : refuse('The worktree has changes that were not applied.')
    }),
    conflict: os.conflict.handler(({ input: { path } }) => {
      const text =
        '<<<<<<< folder\nexport const round = Math.round\n=======\nexport const round = Math.floor\n>>>>>>> agent\n'
      return ok({ path, text, seen: { ours: 'file 1', theirs: 'file 2' } })
    }),
    pruneWorktrees: os.pruneWorktrees.handler(({ input }) => {
      note('changes.pruneWorktrees', input)
      const at = (name: string): string => `/data/worktrees/shop-1/${name}`
      return ok([
        { agentId: LONG, directory: at('fix-2'), bytes: 198_000_000, kept: null },
        {
          agentId: SIBLING,
          directory: at('fix-3'),
          bytes: 4_100_000,
          kept: 'It has files that no checkpoint holds: a.bin',
        },
      ])
    }),
    worktreeSetup: os.worktreeSetup.handler(() => ok({ ...SETUP, state: isSetupConfirmed ? 'confirmed' : 'changed' })),
    confirmWorktreeSetup: os.confirmWorktreeSetup.handler(({ input }) => {
      note('changes.confirmWorktreeSetup', input)
      isSetupConfirmed = input.digest !== null
      return ok({ ...SETUP, state: isSetupConfirmed ? 'confirmed' : 'unconfirmed' })
    }),
    apply: os.apply.handler(({ input }) => {
      note('changes.apply', input)
      const files = [
        { path: 'src/add.ts', status: 'modified' as const, added: 2, removed: 1, state: 'merged' as const },
        { path: 'src/round.ts', status: 'added' as const, added: 32, removed: 0, state: 'conflict' as const },
      ]
      const commit = input.commit === undefined ? {} : { commit: '0123abcd'.repeat(5) }
      return ok({ folder: '/home/ann/shop', files, eventId: input.preview ? null : 901, ...commit })
    }),
    undo: os.undo.handler(({ input }) => {
      note('changes.undo', input)
      const isWhole =
        input.scope.type !== 'event' && input.hunks === undefined && input.paths?.includes('src/add.ts') !== false
      if (input.agentId === LONG && isWhole) {
        const conflict = { path: 'src/add.ts', when: 'since', agent: null } as const
        return err(conflicting('Nothing was written: src/add.ts has changed.', [conflict]))
      }
      // A command of the agent may have changed them.
      if (input.agentId === SIBLING && input.scope.type === 'agent' && input.unsure !== true) {
        return ok({ eventId: null, files: [], left: [], unsure: ['src/add.ts', 'src/round.ts'], others: [] })
      }
      state = state === 'undone' ? 'as_left' : 'undone'
      const paths = input.paths ?? ['src/add.ts', 'src/round.ts']
      const files = paths.map((path) => ({ path, status: 'modified' as const, added: 1, removed: 1 }))
      const data = {
        cause: 'undo' as const,
        store: 'git' as const,
        folder: '/home/ann/shop',
        before: '1',
        after: '2',
        files,
      }
      const { id } = record({ agentId: input.agentId, turnId: null, kind: 'checkpoint', content: null, data })
      return ok({ eventId: id, files: paths, left: [], unsure: [], others: [] })
    }),
  }
}

/** Changes of files, and what publishes them. */
export function previewReview(
  os: Pick<Implementer, 'changes' | 'publishing'>,
  note: (name: string, input: unknown) => void,
  record: (event: NewEvent) => AgentEvent,
) {
  return { changes: previewChanges(os.changes, note, record), publishing: previewPublishing(os.publishing, note) }
}
