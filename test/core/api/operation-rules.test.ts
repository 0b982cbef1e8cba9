import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { expect, it } from 'vitest'

import { applyOperationRules } from '../../../src/main/core/api/apply-operation-rules.ts'
import { protectionOf } from '../../../src/shared/contract/protections.ts'
import { DONE, refuse } from '../../../src/shared/result.ts'
import { createFakeEngine } from '../../support/fake-engine.ts'
import { operationNames } from '../../support/operation-names.ts'

const AGENT_FIELDS = ['agentId', 'raceId', 'rerunId', 'evaluationId', 'into', 'writer', 'source'] as const
const ELSEWHERE = 'It runs at another home.'

/** What an operation does when every agent in its input has this home. */
async function called(name: string, isHere: boolean) {
  const engine = createFakeEngine()
  const acted: string[] = []
  const ruled = applyOperationRules(engine, {
    homes: { refusal: () => (isHere ? null : refuse(ELSEWHERE)) },
    tree: new AgentTree(),
    treeLimits: {
      acted: async (agentId) => {
        acted.push(agentId)
        return DONE
      },
    },
  })
  const [group = '', operation = ''] = name.split('.')
  const call: unknown = Reflect.get(Reflect.get(ruled, group), operation)
  if (typeof call !== 'function') throw new Error(`No operation ${name}`)
  const input = Object.fromEntries(AGENT_FIELDS.map((field) => [field, `the ${field}`]))
  const answering: unknown = Reflect.apply(call, undefined, [input, new AbortController().signal])
  const answer: unknown = await Promise.resolve(answering).catch(() => null)
  return { isRefused: JSON.stringify(answer)?.includes(ELSEWHERE) ?? false, reached: engine.calls.length > 0, acted }
}

it.each(operationNames())('%s has a rule, and does what its rule says', async (name) => {
  const rule = protectionOf(name)?.rule
  if (rule === undefined) throw new Error(`${name} has no rule`)
  const isRefused = rule.elsewhere === 'refused'
  const elsewhere = await called(name, false)
  expect({ isRefused: elsewhere.isRefused, acts: isRefused && elsewhere.acted.length > 0 }).toEqual({
    isRefused,
    acts: false,
  })
  expect(isRefused && elsewhere.reached).toBe(false)
  const here = await called(name, true)
  expect(here.isRefused).toBe(false)
  expect(here.acted).toEqual(rule.act === null || rule.act === 'itself' ? [] : [`the ${rule.act}`])
})

it('has no rule for what is not an operation', () => {
  expect(protectionOf('agents.unknown')).toBeUndefined()
})
