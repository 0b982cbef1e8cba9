import { expect, it } from 'vitest'

import type { AgentFeedItem } from '../../src/shared/agent-view.ts'
import type { AppError } from '../../src/shared/app-error.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { LiveEvent } from '../../src/shared/stream-event.ts'
import { parseAllow } from '../../src/main/command-line/parse-allow.ts'
import { TextPrinter } from '../../src/main/command-line/text-printer.ts'

const AGENT = 'a0000000-agent'
const CHILD = 'c0000000-child'

interface Printed {
  readonly terminal: string
  readonly stdout: string
}

/** Items of the agent, or of whom they name. */
function printedOf(
  items: readonly (AgentFeedItem | readonly [string, AgentFeedItem])[],
  showsThinking = true,
): Printed {
  const printed = { terminal: '', stdout: '' }
  const output = {
    out: (text: string) => {
      printed.stdout += text
      printed.terminal += text
    },
    error: (text: string) => void (printed.terminal += text),
  }
  const printer = new TextPrinter(output, {
    nameOf: (id) => id.slice(9),
    modelOf: () => '@smart',
    showsThinking,
    homeDirectory: '/home/ann',
    now: () => 1_000,
  })
  for (const item of items) {
    if ('type' in item) printer.print(AGENT, item)
    else printer.print(...item)
  }
  return printed
}

const printed = (...items: readonly AgentFeedItem[]): string => printedOf(items).terminal

const live = (event: LiveEvent): AgentFeedItem => ({ type: 'live', event })
const says = (text: string, blockIndex = 0): AgentFeedItem => live({ type: 'text_delta', blockIndex, text })
const thinks = (text: string): AgentFeedItem => live({ type: 'thinking_delta', blockIndex: 0, text })

const stamp = { id: 1, sessionId: 1, agentId: AGENT, turnId: null, createdAt: '2026-01-01T00:00:00.000Z' } as const

function calls(name: string, args: JsonObject): AgentFeedItem {
  const data = { tool_call_id: 'c', name, arguments: args }
  return { type: 'recorded', event: { ...stamp, kind: 'tool_call', content: null, data } }
}

const answered: AgentFeedItem = {
  type: 'recorded',
  event: { ...stamp, kind: 'assistant', content: null, data: {} },
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

it('names an option that the server refused once for an agent', () => {
  const data = {
    requested_model: 'gpt-6-sol',
    options_not_sent: [
      { option: 'service_tier', why: 'refused' },
      { option: 'temperature', why: 'not_taken' },
    ],
  } as const
  const refused: AgentFeedItem = { type: 'recorded', event: { ...stamp, kind: 'assistant', content: null, data } }
  expect(printed(says('One'), refused, says('Two'), refused)).toBe(
    'One\nService tier was not sent: the provider refused it for gpt-6-sol.\n\nTwo\n',
  )
})

it('separates the texts of one turn by a blank line on stdout', () => {
  const { stdout } = printedOf([
    says('Let me '),
    says('look.'),
    answered,
    calls('bash', { command: 'ls' }),
    answers('bash', 'a.ts', false),
    live({ type: 'start', model: 'm' }),
    says('There is a.ts.'),
    says('And a second block.', 2),
    answered,
  ])
  expect(stdout).toBe('Let me look.\n\nThere is a.ts.\n\nAnd a second block.\n')
})

it('adds no line end to a text that has one', () => {
  const { stdout } = printedOf([says('One\n'), answered, live({ type: 'start', model: 'm' }), says('Two\n'), answered])
  expect(stdout).toBe('One\n\nTwo\n')
})

it('shows thinking on stderr, before the text that it led to', () => {
  const items = [thinks('Hm, '), thinks('yes.'), says('Yes.', 1), answered]
  expect(printedOf(items)).toEqual({ terminal: 'Hm, yes.\nYes.\n', stdout: 'Yes.\n' })
  expect(printedOf(items, false)).toEqual({ terminal: 'Yes.\n', stdout: 'Yes.\n' })
})

it('names the agent in front of its lines as soon as several print', () => {
  const { terminal } = printedOf([
    calls('bash', { command: 'ls' }),
    [CHILD, calls('glob', { pattern: '*' })],
    calls('bash', { command: 'pwd' }),
  ])
  expect(terminal).toBe('→ bash ls\n[child] → glob *\n[agent] → bash pwd\n')
})

it('prints the message of one agent at a time', () => {
  const { stdout, terminal } = printedOf([
    says('One '),
    [CHILD, says('Other ')],
    says('text.'),
    [CHILD, says('text.')],
    [CHILD, answered],
    answered,
  ])
  expect(stdout).toBe('One text.\n\nOther text.\n')
  expect(terminal).toBe('One text.\n── child ──\n\nOther text.\n')
})

it.each<[AppError['category'], number, string]>([
  ['RATE_LIMIT', 9_000, 'Too many requests; retry 2 in 8 s: Slow down.\n'],
  ['OVERLOADED', 1_001, 'The provider is overloaded; retry 2 in 1 s: Slow down.\n'],
  ['TIMEOUT', 1_000, 'No response; retry 2 now: Slow down.\n'],
])('says why an answer is asked for again, and when: %s', (category, at, words) => {
  const error = { category, message: 'Slow down.', retryable: true }
  expect(printed(live({ type: 'retrying', attempt: 3, at, error }))).toBe(words)
})

it('says which member of a pool answers', () => {
  const started = live({ type: 'turn_started', turnId: 't', model: 'gpt-5.5', startedAt: 0 })
  expect(printed(started)).toBe('@smart: gpt-5.5 answers.\n')
})

it('takes the pattern of --allow from the first colon on', () => {
  const parsed = parseAllow({ allow: ['bash', 'web_fetch:https://example.com/*', 'files__*'] })
  expect(parsed.ok && parsed.rules.map(({ tool, pattern, action }) => ({ tool, pattern, action }))).toEqual([
    { tool: 'bash', pattern: null, action: 'allow' },
    { tool: 'web_fetch', pattern: 'https://example.com/*', action: 'allow' },
    { tool: 'files__*', pattern: null, action: 'allow' },
  ])
})

it('says where a path really leads, from the home directory on', () => {
  const leads = (target: string): AgentFeedItem =>
    live({ type: 'tool_link', id: 'c', name: 'file_write', given: 'lnk', target })
  expect(
    printed(
      calls('file_write', { path: 'lnk', content: 'x' }),
      leads('/home/ann/other'),
      leads('/home/anna/other'),
      leads('/home/ann'),
    ),
  ).toBe(
    [
      '→ file_write lnk',
      '↳ file_write lnk → ~/other',
      '↳ file_write lnk → /home/anna/other',
      '↳ file_write lnk → ~',
      '',
    ].join('\n'),
  )
})

it('prints the answer of a command on lines of its own, after the message that is being printed', () => {
  const out: string[] = []
  const output = { out: (text: string) => void out.push(text), error: () => undefined }
  const options = { modelOf: () => null, showsThinking: false, homeDirectory: '/', now: () => 0 }
  const printer = new TextPrinter(output, { ...options, nameOf: (id) => id })
  const answered = (answer: string) => printer.answered({ agentId: AGENT, line: '/fork "x"', answer })
  answered('Forked. Child: a1b2c3')
  printer.print(CHILD, says('ANS'))
  answered('Forked. Child: d4e5f6')
  printer.print(CHILD, says('WER.'))
  printer.print(AGENT, says('Other'))
  answered('Two\nlines')
  printer.print(CHILD, live({ type: 'turn_ended', turnId: 'turn', outcome: 'completed' }))
  answered('Last')
  printer.print(AGENT, live({ type: 'turn_ended', turnId: 'turn', outcome: 'completed' }))
  expect(out.join('')).toBe('Forked. Child: a1b2c3\nANSWER.\nForked. Child: d4e5f6\nTwo\nlines\n\nOther\nLast\n')
})

type StreamEnd = 'done' | 'error' | 'turn_ended'
const ENDS: Readonly<Record<StreamEnd, LiveEvent>> = {
  done: { type: 'done', finishReason: 'STOP', model: 'm', usage: null },
  error: { type: 'error', error: { category: 'SERVER', message: 'It broke', retryable: false } },
  turn_ended: { type: 'turn_ended', turnId: 'turn', outcome: 'completed' },
}
const USUAL_ENDS: readonly StreamEnd[] = ['done', 'turn_ended']

/** An answer is recorded before the last event of its stream is published. */
const recordedText = (content: string): AgentFeedItem => ({
  type: 'recorded',
  event: { ...stamp, kind: 'assistant', content, data: {} },
})
const interruptedText = (content: string): AgentFeedItem => ({
  type: 'recorded',
  event: { ...stamp, kind: 'interrupted', content, data: { reason: 'error' } },
})

it.each([
  ['in one piece', ['Hello'], recordedText, USUAL_ENDS],
  ['in several pieces', ['One ', 'two ', 'three.'], recordedText, USUAL_ENDS],
  ['with a line end', ['One\n'], recordedText, USUAL_ENDS],
  ['with a paragraph', ['One\n\n', 'two'], recordedText, USUAL_ENDS],
  ['with a tag in a sentence', ['The tag ', '</think> ', 'ends it.'], recordedText, USUAL_ENDS],
  ['that begins with a line end', ['\n', 'Hello'], recordedText, USUAL_ENDS],
  ['that is recorded as interrupted', ['Half'], interruptedText, USUAL_ENDS],
  ['after which nothing follows', ['Hello'], recordedText, []],
  ['after which the turn ends', ['Hello'], recordedText, ['turn_ended']],
  ['after which an error follows', ['Half'], interruptedText, ['error', 'turn_ended']],
] satisfies [string, string[], typeof recordedText, readonly StreamEnd[]][])(
  'prints an answer once whose type is certain only at its end: %s',
  (_, texts, recorded, ends) => {
    const content = texts.join('')
    const items: readonly AgentFeedItem[] = [
      live({ type: 'start', model: 'm', tentative: true }),
      ...texts.map((text) => says(text)),
      recorded(content),
      ...ends.map((end) => live(ENDS[end])),
    ]
    expect(printedOf(items).stdout).toBe(content.endsWith('\n') ? content : `${content}\n`)
  },
)
