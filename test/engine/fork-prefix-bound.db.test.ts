import { beforeEach, expect, it } from 'vitest'

import { Pane } from '../support/drive-agent.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/**
 * Thinking of the newest models is bound to all that stood before it: the simulator, as the API, refuses a block whose
 * prefix has changed. What is still bound goes back, and nothing else.
 */

const MODEL = 'claude-opus-5-5/med'

let said = 0
let pane: Pane

const shared = engineForTests({
  answerWith: () => {
    said += 1
    return {
      type: 'script',
      blocks: [
        { type: 'thinking', text: `thought ${said}` },
        { type: 'text', text: `answer ${said}` },
      ],
    }
  },
})

beforeEach(async () => {
  said = 0
  pane = await Pane.create(shared.real.engine, MODEL)
})

async function type(...lines: readonly string[]): Promise<void> {
  for (const line of lines) await pane.type(line)
}

/** The numbers of the thoughts that the next request sends back; it must not be refused. */
async function thoughtsSent(by: Pane): Promise<readonly number[]> {
  const before = shared.simulator.requests.length
  await by.type('And now?')
  const [request, ...others] = shared.simulator.requests.slice(before)
  expect([request?.rejectedBy, others.length]).toEqual([undefined, 0])
  return [...JSON.stringify(request?.body).matchAll(/"thought (\d)"/g)].map(([, number]) => Number(number))
}

it('all of it goes back while nothing was changed, from a fork too', async () => {
  await type('a', 'b')
  expect(await thoughtsSent(await pane.fork())).toEqual([1, 2])
  expect(await thoughtsSent(pane)).toEqual([1, 2])
})

it('what stands before the place of a rewind goes back: its prefix is as it was', async () => {
  await type('a', '/mark M', 'b', '/clear M', 'c')
  expect(await thoughtsSent(pane)).toEqual([1, 3])
})

it('after a clear only what came since goes back, and after its undoing nothing that is older', async () => {
  await type('a', '/clear', 'b')
  expect(await thoughtsSent(pane)).toEqual([2])
  await type('/clear --undo')
  expect(await thoughtsSent(pane)).toEqual([])
})

it('what was thought before another system prompt or a summary stays away', async () => {
  await type('a', '/system edit Be brief.', 'b')
  expect(await thoughtsSent(pane)).toEqual([2])
  await type('/mark M', 'c', '/compress M', 'd')
  expect(await thoughtsSent(pane)).toEqual([6])
})

it('what was thought before a rewind to before another system prompt stays away', async () => {
  await type('a', '/mark M', '/system edit Be brief.', 'b', '/clear M', 'c')
  expect(await thoughtsSent(pane)).toEqual([3])
})

it('a fork at a mark sends none of what it inherits', async () => {
  await type('a', '/mark M', 'b')
  const child = await pane.fork({ mark: 'M' })
  expect(await thoughtsSent(child)).toEqual([])
})
