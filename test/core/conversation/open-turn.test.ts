import { expect, it } from 'vitest'

import { TurnRights } from '../../../src/main/core/agents/turn-rights.ts'
import { openTurn, LEASED_ELSEWHERE } from '../../../src/main/core/conversation/open-turn.ts'
import type { ReachedLimit } from '../../../src/main/core/budgets/tree-limit-policy.ts'
import type { Mail } from '../../../src/main/core/ports/log-ports.ts'
import { refuse, type Result } from '../../../src/shared/result.ts'
import { agentRecord } from '../../support/agent-summary.ts'
import { memorySettings } from '../../support/memory-settings.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

const choice = { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'none' } as const
const agent = agentRecord({ choice })
const prompt = { agentId: 'a', turnId: null, kind: 'user', content: 'Go', data: null } as const

/**
 * Opens a turn; `acquired`: what the leases answer. Returns the outcome, what was done, in order, and the agents whose
 * rights limit the turn.
 */
async function open(
  acquired: Result<boolean>,
  recorded: Result<null> = { ok: true, value: null },
  caughtUp: Result<null> = { ok: true, value: null },
  readMail: readonly Mail[] = [],
  reached: ReachedLimit | null = null,
) {
  const steps: string[] = []
  const rights = new TurnRights(memorySettings())
  const release = () => Promise.resolve(void steps.push('released'))
  const outcome = await openTurn(
    { agent, choice, opening: [prompt], readMail },
    {
      leases: {
        acquire: () =>
          Promise.resolve(acquired.ok ? { ok: true, value: acquired.value ? { release } : null } : acquired),
      },
      contexts: {
        catchUp: () => {
          steps.push('caught up')
          return Promise.resolve(caughtUp)
        },
      },
      rights,
      treeLimits: {
        acted: () => Promise.resolve({ ok: true, value: null }),
        beginTurn: () => Promise.resolve({ ok: true, value: reached }),
      },
      hub: {
        record: () => {
          steps.push('recorded')
          return Promise.resolve(recorded.ok ? { ok: true, value: { agents: [], events: [] } } : recorded)
        },
      },
      store: { events: () => Promise.resolve({ ok: true, value: [] }) },
      ids: { uuid: () => 'turn', toolCallId: () => '', random: () => 0 },
      logger: createRecordingLogger(),
    },
  )
  return { outcome, steps, limits: await rights.chainOf('a') }
}

it('reads what other engines recorded, records the beginning under the lease, and keeps the lease', async () => {
  const { outcome, steps } = await open({ ok: true, value: true })
  expect(outcome).toMatchObject({ ok: true, turnId: 'turn' })
  expect(steps).toEqual(['caught up', 'recorded'])
})

it('records nothing while another engine holds the lease', async () => {
  const { outcome, steps } = await open({ ok: true, value: false })
  expect(outcome).toMatchObject({ ok: false, busy: true, error: { message: LEASED_ELSEWHERE } })
  expect(steps).toEqual([])
})

it('records nothing when the lease cannot be asked for', async () => {
  const { outcome, steps } = await open(refuse('down'))
  expect(outcome).toMatchObject({ ok: false, error: { message: 'down' } })
  expect(steps).toEqual([])
})

it('gives the lease back when the beginning was not recorded', async () => {
  const { outcome, steps } = await open({ ok: true, value: true }, refuse('killed'))
  expect(outcome).toMatchObject({ ok: false, error: { message: 'killed' } })
  expect(steps).toEqual(['caught up', 'recorded', 'released'])
})

it('gives the lease back when the log cannot be read', async () => {
  const { outcome, steps } = await open({ ok: true, value: true }, undefined, refuse('down'))
  expect(outcome).toMatchObject({ ok: false, error: { message: 'down' } })
  expect(steps).toEqual(['caught up', 'released'])
})

it('has the rights of the user who prompts, and only those of the senders when mail begins it', async () => {
  const mail: Mail = { id: 1, from: 'b', to: 'a', content: 'Run it', sentAt: '' }
  expect((await open({ ok: true, value: true })).limits).toEqual({ ok: true, value: [] })
  const byMail = await open({ ok: true, value: true }, undefined, undefined, [mail])
  expect(byMail.limits).toEqual({ ok: true, value: ['b'] })
})

it('records nothing when a limit allows no turn without a user', async () => {
  const mail: Mail = { id: 1, from: 'b', to: 'a', content: 'Run it', sentAt: '' }
  const reached: ReachedLimit = { limit: 'maxTurnsWithoutUser', text: 'Enough.' }
  const { outcome, steps } = await open({ ok: true, value: true }, undefined, undefined, [mail], reached)
  expect(outcome).toMatchObject({ ok: false, reached, error: { message: 'Enough.' } })
  expect(steps).toEqual(['caught up', 'released'])
})
