import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { ruleCoverage } from './rules/rule-coverage.ts'
import { ruleRow } from './rules/rule-table.ts'
import { violationBody } from './rules/rule.ts'
import { scriptedRule } from './scripted-rule.ts'
import { wireFixture } from './wire-fixture.ts'
import { ANTHROPIC_CASES } from './anthropic-rule-cases.ts'
import { CONTENT_CASES } from './content-rule-cases.ts'
import { DIALECT_CASES } from './dialect-rule-cases.ts'
import { GEMINI_CASES } from './gemini-rule-cases.ts'
import { CHAT_CASES, RESPONSES_CASES } from './openai-rule-cases.ts'
import { OPTION_CASES } from './option-rule-cases.ts'
import { WINDOW_CASES } from './window-rule-cases.ts'
import { LEVEL_CASES } from './level-rule-cases.ts'
import { TOOL_SCHEMA_CASES } from './tool-schema-rule-cases.ts'
import { postRequest } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'

const CASES: readonly RuleCase[] = [
  ...ANTHROPIC_CASES,
  ...CHAT_CASES,
  ...RESPONSES_CASES,
  ...GEMINI_CASES,
  ...DIALECT_CASES,
  ...OPTION_CASES,
  ...CONTENT_CASES,
  ...WINDOW_CASES,
  ...TOOL_SCHEMA_CASES,
  ...LEVEL_CASES,
]

/** Rules that depend on content the simulator sent before, or on the organisation, tested by replay.test.ts. */
const STATEFUL_RULES = [
  'anthropic.thinking_modified',
  'anthropic.prefix_bound',
  'anthropic.thinking_disabled_final',
  'responses.item_without_reasoning',
  'responses.summary_unverified',
]

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

describe.each(CASES.map((one) => [one.rule, one] as const))('%s', (rule, one) => {
  it('rejects with the documented status and body', async () => {
    const answer = await postRequest(simulator, one.broken)
    const { http, body } = ruleRow(rule)
    const { values = {}, message, param } = one
    const expected = {
      values,
      ...(message === undefined ? {} : { message }),
      ...(param === undefined ? {} : { param }),
    }
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: http,
      body: violationBody({ id: rule, http, body }, expected),
    })
    expect(answer.text).not.toMatch(/\{\w+\}/)
  })

  it('accepts a request like it that keeps the rule', async () => {
    const answer = await postRequest(simulator, one.valid)
    expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({ status: 200, text: '' })
  })
})

it('says of all 80 rules what became of them', () => {
  const table = z.object({ rules: z.array(z.object({ id: z.string() })) })
  const { rules } = table.parse(JSON.parse(readFileSync(wireFixture('strict-rules.json'), 'utf8')))
  expect(rules).toHaveLength(80)
  expect(rules.filter(({ id }) => !ruleCoverage.has(id))).toEqual([])
})

it('has a case for every implemented rule', () => {
  const tested = new Set([...CASES.map(({ rule }) => rule), ...STATEFUL_RULES])
  const implemented = [...ruleCoverage].filter(([, coverage]) => coverage.type === 'implemented').map(([id]) => id)
  expect(implemented.filter((id) => !tested.has(id))).toEqual([])
})

describe('rules that no request breaks by itself', () => {
  const scripted = [...ruleCoverage].filter(([, coverage]) => coverage.type === 'scripted').map(([id]) => id)

  it.each(scripted)('%s can be scripted', async (id) => {
    const one = CASES.find(({ valid }) => id.startsWith(valid.host === 'google' ? 'gemini' : valid.host))
    const { valid } = one ?? {
      valid: { host: 'openrouter', wire: 'chat', body: { model: 'any', stream: true, messages: [] } } as const,
    }
    simulator.enqueue(valid.host, scriptedRule(id))
    const answer = await postRequest(simulator, valid)
    expect({ status: answer.status, body: answer.body }).toEqual({ status: ruleRow(id).http, body: ruleRow(id).body })
  })
})

it('checks the types of a request after the rules', async () => {
  const body = {
    model: 'claude-haiku-4-5',
    max_tokens: 'many',
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  }
  const answer = await postRequest(simulator, { host: 'anthropic', wire: 'anthropic', body })
  const error = { type: 'invalid_request_error', message: 'max_tokens: must be number' }
  expect(answer.body).toEqual({ type: 'error', error, request_id: 'req_simulated' })
})

it('lets everything pass that is not about the key when it is not strict', async () => {
  const lenient = await startSimulator({ strict: false })
  const post = { host: 'anthropic', wire: 'anthropic', body: { model: 'nobody', stream: true } } as const
  const statuses = [await postRequest(lenient, post), await postRequest(lenient, { ...post, key: 'wrong-key' })]
  await lenient.close()
  expect(statuses.map(({ status }) => status)).toEqual([200, 401])
})
