import { expect, it } from 'vitest'

import type { AgentFeedItem } from '../../../src/shared/agent-view.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { parseAllow } from '../../../src/main/command-line/parse-allow.ts'
import { textPrinter } from '../../../src/main/command-line/print-events.ts'

const AGENT = 'agent'

function printed(...items: readonly AgentFeedItem[]): string {
  let terminal = ''
  const write = (text: string): void => {
    terminal += text
  }
  const print = textPrinter({ out: write, error: write }, () => AGENT)
  for (const item of items) print(AGENT, item)
  return terminal
}

const says = (text: string): AgentFeedItem => ({ type: 'live', event: { type: 'text_delta', blockIndex: 0, text } })

const stamp = { id: 1, sessionId: 1, agentId: AGENT, turnId: null, createdAt: '2026-01-01T00:00:00.000Z' } as const

function calls(name: string, args: JsonObject): AgentFeedItem {
  const data = { tool_call_id: 'c', name, arguments: args }
  return { type: 'recorded', event: { ...stamp, kind: 'tool_call', content: null, data } }
}

function answers(name: string, content: string, is_error: boolean): AgentFeedItem {
  const data = { tool_call_id: 'c', name, is_error }
  return { type: 'recorded', event: { ...stamp, kind: 'tool_result', content, data } }
}

it('says what a tool is asked for on a line of its own, and what went wrong', () => {
  expect(
    printed(
      says('Let me look.'),
      calls('bash', { command: 'node --test' }),
      calls('file_edit', { path: 'a.ts', old_string: 'x', new_string: 'y' }),
      calls('search', { a: '1', b: '2' }),
      answers('bash', 'one\ntwo\n[exit code 1]', true),
      answers('file_edit', 'Changed a.ts in 1 place.', false),
    ),
  ).toBe(
    [
      'Let me look.',
      '→ bash node --test',
      '→ file_edit a.ts',
      '→ search {"a":"1","b":"2"}',
      '✗ bash: one … [exit code 1]',
      '',
    ].join('\n'),
  )
})

it('takes the pattern of --allow from the first colon on', () => {
  const parsed = parseAllow(['bash', 'web_fetch:https://example.com/*', 'files__*'])
  expect(parsed.ok && parsed.rules.map(({ tool, pattern, action }) => ({ tool, pattern, action }))).toEqual([
    { tool: 'bash', pattern: null, action: 'allow' },
    { tool: 'web_fetch', pattern: 'https://example.com/*', action: 'allow' },
    { tool: 'files__*', pattern: null, action: 'allow' },
  ])
})
