import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { COMMIT_SECTIONS } from '../../src/main/adapters/storage/commit-sections.ts'
import { AGENT_ATTRIBUTES, AGENT_COLUMN_LIST, columnSchemas, newAttributes } from '../../src/shared/agent-attributes.ts'
import { UNREADABLE_PROFILE } from '../../src/shared/profile.ts'

const stepsOf = (parameter: 'born' | 'wanted'): string =>
  COMMIT_SECTIONS.find(({ of, steps }) => of.length === 1 && of[0] === parameter && steps !== undefined)?.steps ?? ''

it('writes what a new agent is given, and its home', () => {
  expect(stepsOf('born')).toContain(
    'insert into agents (uuid, name, parent_uuid, fork_message_id, fork_from_id, provider, model, thinking_level, ' +
      'input_tokens, output_tokens, thinking_tokens, cached_tokens, total_tokens, cost_usd, unpriced_responses, ' +
      'partial_responses, unread_mail, profile, home)',
  )
  expect(stepsOf('born')).toContain(
    'born(uuid uuid, name text, parent_uuid uuid, fork_message_id bigint, fork_from_id bigint, provider text, model text, ' +
      'thinking_level text, input_tokens bigint, output_tokens bigint, thinking_tokens bigint, cached_tokens bigint, ' +
      'total_tokens bigint, cost_usd float8, unpriced_responses integer, partial_responses integer, unread_mail integer, ' +
      'profile json, is_here boolean)',
  )
})

it.each([
  'name = coalesce(wanted.name, agents.name)',
  'provider = coalesce(wanted.provider, agents.provider)',
  'model = coalesce(wanted.model, agents.model)',
  'thinking_level = coalesce(wanted.thinking_level, agents.thinking_level)',
  'wake_on_mail = coalesce(wanted.wake_on_mail, agents.wake_on_mail)',
  'unread_mail = agents.unread_mail + wanted.unread_mail',
  'queued_prompts = agents.queued_prompts + wanted.queued_prompts',
  'input_tokens = agents.input_tokens + wanted.input_tokens',
  'cost_usd = agents.cost_usd + wanted.cost_usd',
  'partial_responses = agents.partial_responses + wanted.partial_responses',
])('merges a change by the rule of its column: %s', (assignment) => {
  expect(
    stepsOf('wanted')
      .split('\n')
      .map((line) => line.trim().replace(/,$/, '')),
  ).toContain(assignment)
})

it.each(['uuid', 'parent_uuid', 'root_uuid', 'status', 'created_at', 'ended_at', 'profile', 'home', 'fork_message_id'])(
  'has no change that names %s',
  (name) => {
    expect(stepsOf('wanted')).not.toContain(`${name} = coalesce`)
    expect(stepsOf('wanted')).not.toContain(`${name} = agents.${name} +`)
  },
)

it('knows what the database writes into the row of a new agent', () => {
  expect(newAttributes()).toEqual({ status: 'running', endedAt: null, wakeOnMail: false, queuedPrompts: 0 })
})

it('says why a column is not exported or not restored', () => {
  const reasons = AGENT_COLUMN_LIST.flatMap(({ exported, restored }) => [
    ...('not' in exported ? [exported.not] : []),
    ...(typeof restored === 'object' ? [restored.not] : []),
  ])
  expect(reasons.filter((reason) => reason.split(' ').length < 3)).toEqual([])
})

it('says of what engines read, and of nothing else, what counts in place of a value that cannot be read', () => {
  const wrong = AGENT_COLUMN_LIST.filter(({ stored, unreadable }) => {
    if (stored === null || unreadable === null) return stored !== unreadable
    return !stored.safeParse(unreadable === 'strictest' ? UNREADABLE_PROFILE : unreadable.value).success
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('restores what it exports', () => {
  const lost = AGENT_COLUMN_LIST.filter(({ exported, restored }) => !('not' in exported) && restored !== 'from_file')
  expect(lost.map(({ name }) => name)).toEqual([])
})

it('has each column in an attribute of agents, but for the root', () => {
  const without = AGENT_COLUMN_LIST.filter(({ attribute, partOf }) => attribute === null && partOf === null)
  expect(without.map(({ name }) => name)).toEqual(['root_uuid'])
  expect(new Set(AGENT_ATTRIBUTES).size).toBe(AGENT_ATTRIBUTES.length)
})

it('has each exported column in the description of the format', () => {
  const text = readFileSync(new URL('../../docs/import-format.md', import.meta.url), 'utf8')
  expect(Object.keys(columnSchemas('exported')).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
