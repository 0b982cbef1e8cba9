import { expect, it } from 'vitest'

import { convertClaudeCode, isClaudeCodeLine } from '../../src/shared/claude-code-session.ts'
import { planImport } from '../../src/main/core/transfer/plan-import.ts'
import { readRows } from '../../src/main/core/transfer/read-rows.ts'

const record = (type: string, uuid: string, parentUuid: string | null, content: unknown, id?: string) =>
  JSON.stringify({
    type,
    uuid,
    parentUuid,
    sessionId: 's',
    timestamp: '2026-11-02T09:00:00Z',
    message: { id, content },
  })

const SESSION = [
  record('user', 'u1', null, 'List'),
  record('assistant', 'a1', 'u1', [{ type: 'tool_use', id: 'A', name: 'Bash', input: {} }], 'm1'),
  record('assistant', 'a2', 'a1', [{ type: 'tool_use', id: 'B', name: 'Bash', input: {} }], 'm1'),
  record('user', 'r1', 'a1', [{ type: 'tool_result', tool_use_id: 'A', content: 'one' }]),
  record('user', 'r2', 'a2', [{ type: 'tool_result', tool_use_id: 'B', content: [{ type: 'image' }] }]),
  record('user', 'u2', 'r2', 'Red'),
  record('user', 'u3', 'r2', 'Blue'),
  '{"type":"custom-title","sessionId":"s"}',
  '{"type":"user","uuid":"cut',
]

async function planned(lines: readonly string[]) {
  const rows = await readRows(lines)
  if (!rows.ok) throw new Error(rows.error.message)
  const events = rows.value.events.map((_event, index) => index + 1)
  let agents = 0
  const plan = planImport(rows.value, { events, mail: [], uuid: () => `agent ${++agents}` })
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}

it('makes parallel calls one answer and a second prompt a fork', async () => {
  const session = convertClaudeCode(SESSION)
  const { agents, events } = await planned(session.lines)

  expect(agents.map(({ parentId, forkEventId }) => [parentId, forkEventId])).toEqual([
    [null, null],
    ['agent 1', 4],
  ])
  expect(events.map(({ agentId, kind, content }) => [agentId, kind, content])).toEqual([
    ['agent 1', 'user', 'List'],
    ['agent 1', 'assistant', ''],
    ['agent 1', 'tool_result', 'one'],
    ['agent 1', 'tool_result', ''],
    ['agent 2', 'user', 'Red'],
    ['agent 1', 'user', 'Blue'],
  ])
  expect(session.keptAside.map(({ line, kind }) => [line, kind])).toEqual([
    [9, 'unreadable'],
    [8, 'custom-title'],
    [5, 'image'],
  ])
})

it('can be imported with any record missing, twice or out of order', async () => {
  for (const [at, line] of SESSION.entries()) {
    for (const lines of [SESSION.toSpliced(at, 1), [...SESSION, line], [line, ...SESSION], SESSION.toReversed()]) {
      const session = convertClaudeCode(lines)
      expect(session.records).toBe(lines.length)
      await planned(session.lines)
    }
  }
})

it('does not take a line of an export for a session', () => {
  expect(isClaudeCodeLine('{"type":"ikigai","version":1}')).toBe(false)
  expect(isClaudeCodeLine('{"kind":"user","type":"event","sessionId":"s"}')).toBe(false)
  expect(isClaudeCodeLine(SESSION[0] ?? '')).toBe(true)
})
