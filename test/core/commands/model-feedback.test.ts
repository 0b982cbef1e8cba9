import { expect, it } from 'vitest'

import { LearnedFacts } from '../../../src/main/adapters/providers/learned-facts.ts'
import { learnedParts } from '../../../src/main/adapters/providers/request-refusals.ts'
import { learnedFeedback } from '../../../src/main/core/commands/model-command.ts'
import type { LearnedParts } from '../../../src/main/core/ports/provider-ports.ts'

const NOW = Date.UTC(2026, 10, 28, 10, 5)
const DAY_MS = 24 * 60 * 60 * 1000
const effort = JSON.stringify({ path: ['reasoning', 'effort'], accepted: ['low', 'medium'] })
const limit = JSON.stringify({ path: ['max_tokens'], min: null, max: 4096 })

it.each([
  ['tools', [['part tools', 'refused']], 'tools not sent'],
  ['the system role', [['part system_role', 'refused']], 'system prompt in the first prompt'],
  ['stream options', [['part stream_options', 'refused']], 'usage not requested'],
  ['a tool choice', [['part tool_choice', 'refused']], 'tools not sent in the last round'],
  ['an option', [['part temperature', 'refused']], 'temperature not sent'],
  ['a level', [['value reasoning.effort', effort]], 'another thinking level sent'],
  ['an output limit', [['value max_tokens', limit]], 'another output limit sent'],
  [
    'two parts',
    [
      ['part tools', 'refused'],
      ['part stream_options', 'refused'],
    ],
    'tools not sent, usage not requested',
  ],
  ['nothing', [], null],
  ['how an answer begins', [['answer start', 'thinking']], null],
  ['an unknown part', [['part of a newer version', 'refused']], null],
  ['an unreadable value', [['value reasoning.effort', '{']], null],
] as const)('/model says what was learned of a model: %s', (_, facts, words) => {
  const learned = new LearnedFacts({ now: () => NOW })
  for (const [name, value] of facts) learned.learn({ server: 'local chat@host', model: 'm', name, value })
  learned.learn({ server: 'localhost chat', model: 'm', name: 'part tools', value: 'refused' })
  learned.learn({ server: 'local chat@host', model: 'other', name: 'part cache', value: 'refused' })
  const situation = { learnedParts: (...asked: Parameters<LearnedParts>) => learnedParts(learned, ...asked) }
  expect(learnedFeedback({ provider: 'local', model: 'm', thinkingLevel: 'med' }, situation)).toEqual(
    words === null
      ? []
      : [
          `Learned from refusals since 2026-11-28 10:05 UTC: ${words}. It is forgotten after a day, or when the models of Local are listed anew`,
        ],
  )
})

it('says nothing of what was learned a day ago', () => {
  let now = NOW
  const learned = new LearnedFacts({ now: () => now })
  learned.learn({ server: 'openai responses', model: 'm', name: 'part tools', value: 'refused' })
  expect(learnedParts(learned, 'openai', 'm')).toEqual([{ part: 'tools', at: NOW }])
  now += DAY_MS + 1
  expect(learnedParts(learned, 'openai', 'm')).toEqual([])
})
