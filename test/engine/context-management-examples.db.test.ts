import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { shortAgentId } from '../../src/shared/ids.ts'
import { contextOf } from '../support/context-of.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

let pane: Pane

const shared = engineForTests()
beforeAll(async () => {
  shared.simulator.answerWith(() => textAnswer('ok'))
})

beforeEach(async () => {
  pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
})

/** Types the lines one after the other; `[work]` is a prompt that is answered. Answers with the commands' answers. */
async function type(...lines: readonly string[]): Promise<readonly string[]> {
  const answers: string[] = []
  for (const line of lines) answers.push(...(await pane.type(line)).answers)
  return answers
}

const said = (...words: readonly string[]) => words.flatMap((word) => [`user: ${word}`, 'assistant: ok'])
const own = () => contextOf(shared.real.engine, pane.agentId)
const children = async () => (await agentsOf(shared.real.engine)).filter(({ parentId }) => parentId === pane.agentId)

async function onlyChild(): Promise<string> {
  const [child, ...others] = await children()
  if (child === undefined || others.length > 0) throw new Error('Not one child')
  return child.id
}

/** Resolves when the child has answered what it was born with. */
async function answered(childId: string): Promise<readonly string[]> {
  const child = await Pane.open(shared.real.engine, childId)
  await child.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
  return contextOf(shared.real.engine, childId)
}

describe('marks, clears and forks', () => {
  it('/mark NAME creates a checkpoint', async () => {
    expect(await type('/mark BEFORE_REFACTOR')).toEqual(["Checkpoint 'BEFORE_REFACTOR' created."])
    expect(pane.view.events.map(({ kind, data }) => [kind, data]).slice(1)).toEqual([
      ['command', { answer: "Checkpoint 'BEFORE_REFACTOR' created.", ok: true }],
      ['mark', { name: 'BEFORE_REFACTOR' }],
    ])
  })

  it('/clear empties the context', async () => {
    await type('a', '/mark M')
    expect(await type('/clear')).toEqual(['Context cleared.'])
    expect([await own(), valueOf(await shared.real.engine.agents.context({ agentId: pane.agentId })).marks]).toEqual([
      [],
      [],
    ])
    expect(pane.lines()).toEqual([...said('a'), 'command: /mark M', 'mark: ', 'command: /clear', 'clear: '])
  })

  it('/clear MARK rewinds: [A] [B] [MARK] [C] [D] [E] → [A] [B]', async () => {
    await type('A', 'B', '/mark BEFORE_REFACTOR', 'C', 'D', 'E')
    expect(await type('/clear BEFORE_REFACTOR')).toEqual(["Rewound to 'BEFORE_REFACTOR'."])
    expect(await own()).toEqual(said('A', 'B'))
    expect(pane.last('rewind')?.data).toEqual({ mark: 'BEFORE_REFACTOR', target_id: pane.last('mark')?.id })
  })

  it('/fork inherits the full context', async () => {
    await type('A', 'B')
    const answers = await type('/fork')
    const child = await onlyChild()
    expect(answers).toEqual([`Forked. Child: ${shortAgentId(child)}`])
    expect(await contextOf(shared.real.engine, child)).toEqual(said('A', 'B'))
    await type('C')
    expect([await own(), await contextOf(shared.real.engine, child)]).toEqual([said('A', 'B', 'C'), said('A', 'B')])
  })

  it('/fork MARK inherits what follows the mark: the child gets [C] [D], the parent keeps everything', async () => {
    await type('A', 'B', '/mark TASK_START', 'C', 'D')
    const answers = await type('/fork TASK_START')
    const child = await onlyChild()
    expect(answers).toEqual([`Forked. Child: ${shortAgentId(child)} (from TASK_START)`])
    expect([await own(), await contextOf(shared.real.engine, child)]).toEqual([
      said('A', 'B', 'C', 'D'),
      said('C', 'D'),
    ])
    expect(valueOf(await shared.real.engine.agents.context({ agentId: child })).marks).toEqual([])
  })

  it('a mark, a goal and a fork make a sub-agent: the child is born with exactly the goal, and starts', async () => {
    await type('before')
    const goal =
      'Investigate authentication approaches. Compare OAuth2, JWT, and session-based.\nReport findings via /send when complete.'
    const answers = await type(`/mark RESEARCH\n${goal}\n/fork RESEARCH`)
    const child = await onlyChild()
    expect(answers).toEqual(["Checkpoint 'RESEARCH' created.", `Forked. Child: ${shortAgentId(child)} (from RESEARCH)`])
    expect(await answered(child)).toEqual([`user: ${goal}`, 'assistant: ok'])
    // The goal was written for the child: the parent has it, and did not answer it.
    expect(await own()).toEqual([...said('before'), `user: ${goal}`])
  })

  it('several sub-agents work in parallel: each child gets only its task, and the parent coordinates the results', async () => {
    await type('unrelated work')
    const research = async (mark: string, task: string): Promise<string> => {
      const known = new Set((await children()).map(({ id }) => id))
      const answers = await type(`/mark ${mark}\n${task}\n/fork ${mark}`)
      const child = (await children()).find(({ id }) => !known.has(id))?.id ?? ''
      expect(answers[1]).toBe(`Forked. Child: ${shortAgentId(child)} (from ${mark})`)
      expect(await answered(child)).toEqual([`user: ${task}`, 'assistant: ok'])
      return child
    }
    const first = await research('AUTH_RESEARCH', 'Research OAuth2 implementation patterns. Report via /send.')
    const second = await research('SESSION_RESEARCH', 'Research session-based auth patterns. Report via /send.')
    for (const child of [first, second]) {
      valueOf(
        await shared.real.engine.agents.submit({ agentId: child, text: `/send ${shortAgentId(pane.agentId)} done` }),
      )
    }
    expect(await type('/check-mail')).toEqual([
      `From ${shortAgentId(first)}: done\n\nFrom ${shortAgentId(second)}: done`,
    ])
    expect(await type('/check-mail')).toEqual(['No messages.'])
  })

  it('a mark, then a clear, is a rewind', async () => {
    await type('/mark CHECKPOINT', 'experimental work', '/clear CHECKPOINT')
    expect(await own()).toEqual([])
  })

  it('a mark, then a fork, is a delegation', async () => {
    await type('before', '/mark TASK', 'goal description', '/fork TASK')
    expect(await contextOf(shared.real.engine, await onlyChild())).toEqual(said('goal description'))
    expect(await own()).toEqual(said('before', 'goal description'))
  })

  it('several marks: rewind to PHASE_2, then further to PHASE_1', async () => {
    await type('start', '/mark PHASE_1', 'work 1', '/mark PHASE_2', 'work 2', '/clear PHASE_2')
    expect(await own()).toEqual(said('start', 'work 1'))
    await type('/clear PHASE_1')
    expect(await own()).toEqual(said('start'))
  })

  it('marks survive restarts', async () => {
    await type('start', '/mark HERE', 'more')
    await shared.real.reopen()
    expect(
      valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/clear HERE' })).answers,
    ).toEqual(["Rewound to 'HERE'."])
    expect(await own()).toEqual(said('start'))
  })
})

describe('replay', () => {
  it('u a MARK b c: rewinding to the same mark works twice', async () => {
    await type('u', 'a', '/mark MARK', 'b', 'c', '/clear MARK', 'd', '/clear MARK')
    expect(await own()).toEqual(said('u', 'a'))
  })

  it('mark X, work, mark Y, re-mark X, /clear Y: X is gone', async () => {
    await type('/mark X', 'work', '/mark Y', '/mark X', '/clear Y')
    const unknown = await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/clear X' })
    expect(unknown).toMatchObject({ ok: false, error: { message: 'Unknown mark: X\nMarks: Y' } })
  })

  it('a chain of three: each sees what its parent had at the fork, whatever comes later', async () => {
    await type('1', '/fork')
    const child = await Pane.open(shared.real.engine, await onlyChild())
    await type('2', '/clear')
    await child.type('3')
    const grandchild = await child.fork()
    await child.type('/clear')
    await grandchild.type('4')
    const contexts = [pane, child, grandchild].map(({ agentId }) => contextOf(shared.real.engine, agentId))
    expect(await Promise.all(contexts)).toEqual([[], [], said('1', '3', '4')])
    await shared.real.reopen()
    expect(await contextOf(shared.real.engine, grandchild.agentId)).toEqual(said('1', '3', '4'))
  })

  it('what was rewound before a full fork does not come back, in the child or after a restart', async () => {
    await type('a', '/mark M', 'gone', '/clear M', 'b', '/fork')
    const child = await onlyChild()
    expect(await contextOf(shared.real.engine, child)).toEqual(said('a', 'b'))
    await shared.real.reopen()
    expect(await contextOf(shared.real.engine, child)).toEqual(said('a', 'b'))
  })
})
