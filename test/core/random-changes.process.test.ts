import fc from 'fast-check'
import { expect, it } from 'vitest'

import { ChangingAgents, CHILDREN, ROOTS } from '../support/changing-agents.ts'
import { gitFolder } from '../support/git-folder.ts'

/**
 * Random calls, changes from outside, undos of any earlier change, rewinds, forks into worktrees, applied and removed
 * worktrees, crashes and restarts of several agents in a real repository, compared with a plain copy of the files.
 */
const RUNS = Number(process.env['IKIGAI_RANDOM_RUNS'] ?? 12)

const path = fc.constantFrom('a', 'b', 'd/a', 'd/e/b', 'run.sh')
const content = fc.constantFrom('1\n', '2\n', '1\n2\n3\n', '1\n2\n3\n4\n5\n6\n', 'x\r\ny', '', '\u0000\u00ff')
/** Null: the file is removed. */
const writes = fc.array(fc.record({ path, content: fc.option(content, { freq: 4 }) }), { minLength: 1, maxLength: 4 })
const root = fc.constantFrom(...ROOTS)
const child = fc.constantFrom(...CHILDREN)
const agent = fc.constantFrom(...ROOTS, ...CHILDREN)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constantFrom('call', 'outside'), agent, writes }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crash'), agent, writes }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('undo', 'rewind'), index: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('fork'), root, child }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('apply', 'apply', 'remove'), child }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart') }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The changes of the call that the crash cut off are part of what is applied. */
const APPLIED_AFTER_CRASH: Step[] = [
  { type: 'fork', root: ROOTS[0], child: CHILDREN[0] },
  { type: 'crash', agent: CHILDREN[0], writes: [{ path: 'a', content: null }] },
  { type: 'apply', child: CHILDREN[0] },
]

async function run(agents: ChangingAgents, one: Step): Promise<void> {
  switch (one.type) {
    case 'call':
    case 'crash':
      return agents.call(one.agent, one.writes, one.type === 'crash')
    case 'outside':
      return agents.writeOutside(one.agent, one.writes)
    case 'undo':
    case 'rewind':
      return agents.undo(one.index, one.type === 'rewind')
    case 'fork':
      return agents.fork(one.root, one.child)
    case 'apply':
      return agents.apply(one.child)
    case 'remove':
      return agents.removeWorktree(one.child)
    case 'restart':
      return agents.restart()
  }
}

it('keeps log and files in agreement and loses nothing', async () => {
  const runs = fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const project = await gitFolder()
      try {
        await project.write('a', '1\n')
        await project.git('add', '.')
        await project.git('commit', '--quiet', '-m', 'x')
        const agents = new ChangingAgents(project)
        for (const one of steps) await run(agents, one)
        agents.checkChains()
        await agents.checkNothingLost()
        await agents.close()
      } finally {
        await project.remove()
      }
    }),
    { numRuns: RUNS, examples: [[APPLIED_AFTER_CRASH]] },
  )
  await expect(runs).resolves.toBeUndefined()
}, 3_600_000)
