import { describe, expect, it, test } from 'vitest'

import { ContextReplay, replay } from '../../src/shared/context-replay.ts'
import { jsonAnswer } from '../../src/shared/json-answer.ts'
import { optionsText, unsentText } from '../../src/shared/model-options-text.ts'
import {
  leftOutNotes,
  unsentOptions,
  type ModelControls,
  NO_CONTROLS,
  storedOptions,
  takenOptions,
} from '../../src/shared/model-options.ts'
import { eventLog } from '../support/event-log-builder.ts'

const CONTROLS: ModelControls = { ...NO_CONTROLS, verbosities: ['low'], maxTemperature: 1.5, webSearch: true }

describe('options of an agent', () => {
  it('are taken only as far as the model takes them', () => {
    const options = { verbosity: 'high', temperature: 1, web_search: true, code_execution: true } as const
    expect(takenOptions(options, CONTROLS)).toEqual({ temperature: 1, web_search: true })
    expect(leftOutNotes(options, CONTROLS, 'model-1')).toEqual([
      'Verbosity is not sent: model-1 does not take high.',
      'Code execution is not sent: model-1 does not take it.',
    ])
  })

  it('are left out with the reason where the value is too high', () => {
    expect(leftOutNotes({ temperature: 2 }, CONTROLS, 'model-1')).toEqual([
      'Temperature is not sent: model-1 takes at most 1.5.',
    ])
    expect(takenOptions({ temperature: 2 }, CONTROLS)).toEqual({})
  })

  it('are named where a request does not contain them, those that the server refused apart', () => {
    const unsent = unsentOptions({ verbosity: 'low', temperature: 2, web_search: true }, CONTROLS, [
      'web_search',
      'code_execution',
    ])
    expect(unsent.map((option) => unsentText(option, 'model-1'))).toEqual([
      'Temperature was not sent: model-1 does not take it.',
      'Web search was not sent: the provider refused it for model-1.',
    ])
  })

  it('are read from rows written by hand as far as they are valid', () => {
    expect(storedOptions({ verbosity: 'low', temperature: 'hot', other: 1 })).toEqual({ verbosity: 'low' })
    expect(storedOptions('nothing')).toEqual({})
  })

  it('are told in one line', () => {
    expect(optionsText({})).toBe('Model options: default')
    expect(optionsText({ verbosity: 'low', max_output_tokens: 12_000, web_search: true })).toBe(
      'Verbosity low · Output limit 12,000 · Web search on',
    )
  })
})

describe('options in the log', () => {
  it('replace each other, and a fork inherits them, also from a mark on', () => {
    const log = eventLog()
    const context = replay([
      log.add({ kind: 'options', data: { options: { verbosity: 'low', temperature: 1 } } }),
      log.user('Hello'),
      log.add({ kind: 'options', data: { options: { verbosity: 'high' } } }),
    ])
    expect(context.options).toEqual({ verbosity: 'high' })
    expect(new ContextReplay(context.base()).options).toEqual({ verbosity: 'high' })
    expect(new ContextReplay(context.base(2)).options).toEqual({ verbosity: 'high' })
  })

  it('change the beginning of requests only by tools and schemas', () => {
    const log = eventLog()
    const context = new ContextReplay()
    context.apply(log.add({ kind: 'options', data: { options: { verbosity: 'low', service_tier: 'flex' } } }))
    expect(context.prefixChangedAt).toBeNull()
    context.apply(log.add({ kind: 'options', data: { options: { verbosity: 'low', web_search: true } } }))
    expect(context.prefixChangedAt).toBe(2)
    context.apply(log.add({ kind: 'options', data: { options: { web_search: true, schema: { type: 'object' } } } }))
    expect(context.prefixChangedAt).toBe(3)
  })

  it('are not undone by a clear', () => {
    const log = eventLog()
    const options = log.add({ kind: 'options', data: { options: { verbosity: 'low' } } })
    expect(replay([options, log.user('a'), log.clear()]).options).toEqual({ verbosity: 'low' })
  })
})

test.each([
  ['{"a": 1}', '{"a": 1}'],
  ['  [1]\n', '[1]'],
  ['```json\n{"a": 1}\n```', '{"a": 1}'],
  ['```\r\n{}\r\n```', '{}'],
])('finds the JSON of the answer %j', (answer, text) => {
  expect(jsonAnswer(answer)?.text).toBe(text)
})

test.each(['Here: {"a": 1}', '', '{"a": 1} {"b": 2}', '```json\n{}\n```\nDone.'])('finds none in %j', (answer) => {
  expect(jsonAnswer(answer)).toBeNull()
})
