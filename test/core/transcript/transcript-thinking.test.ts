import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../../src/shared/content.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { anthropicThinking } from '../../../src/main/adapters/providers/anthropic/anthropic-thinking.ts'
import { CLAUDE_MODELS } from '../../../src/main/adapters/providers/anthropic/claude-models.ts'
import { canDisableThinking } from '../../../src/main/core/transcript/model-family.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import {
  stamp,
  type Part,
  answer,
  assemble,
  call,
  history,
  result,
  summary,
  TARGETS,
  text,
  thought,
  user,
} from './transcript-history.ts'

const { anthropic, google, moonshot, openai, openrouter } = TARGETS

describe('thinking', () => {
  const blocks = (target: TranscriptTarget, ...stored: readonly ContentBlock[]): readonly ContentBlock[] => {
    const [, message] = assemble(history(user('u'), answer(...stored), user('v')), target).request.messages
    return message?.role === 'assistant' ? message.content : []
  }

  it.each(PROVIDER_NAMES)('keeps the own thinking of %s byte for byte', (provider) => {
    const target = TARGETS[provider]
    const words = { ...text('w'), ...stamp(target), provider_data: { id: 'msg_1' } }
    expect(blocks(target, thought('t', target), words)).toEqual([thought('t', target), words])
  })

  it.each([
    { name: 'another provider', by: openai },
    { name: 'another model', by: { ...anthropic, model: 'claude-opus-4-5' } },
    { name: 'another endpoint', by: { ...anthropic, endpoint: 'messages@127.0.0.1:1' } },
  ])('drops thinking and signatures of $name', ({ by }) => {
    const signed = { ...text('w'), ...stamp(by), provider_data: { id: 'msg_1' } }
    expect(blocks(anthropic, thought('t', by), signed)).toEqual([text('w')])
  })

  it('knows its own by the model that was asked, where the block or its row tells, whatever the answer says', () => {
    const target = { ...openai, model: 'gpt-5.6' }
    const sol = thought('t', { ...openai, model: 'gpt-5.6-sol' })
    const asked = { ...sol, requested_model: 'gpt-5.6' }
    const call = (block: ContentBlock, data: object) => {
      const next = { ...text('w'), ...stamp({ ...openai, model: 'gpt-5.6-sol' }), provider_data: { id: 'msg_1' } }
      const row = answer(block, next)
      const kept = { ...row, data: { ...row.data, ...data } }
      const [, message] = assemble(history(user('u'), kept, user('v')), target).request.messages
      return message?.role === 'assistant' ? message.content.map(({ type }) => type) : []
    }
    const named = { provider: 'openai', model: 'gpt-5.6-sol' }
    expect(call(sol, {})).toEqual(['text'])
    expect(call(sol, { ...named, requested_model: 'gpt-5.6' })).toEqual(['thinking', 'text'])
    expect(call(sol, { ...named, requested_model: 'gpt-5.6-sol' })).toEqual(['text'])
    expect(call(asked, { ...named, requested_model: 'gpt-5.6' })).toEqual(['thinking', 'text'])
    expect(call({ ...sol, requested_model: 'gpt-6-sol' }, { ...named, requested_model: 'gpt-5.6' })).toEqual(['text'])
  })

  it('knows a model by any of its spellings', () => {
    const by = { ...anthropic, model: 'claude-sonnet-4-5-20250929' }
    for (const model of ['claude-sonnet-4.5', 'claude-sonnet-4-5', 'claude-sonnet-4-5-latest']) {
      expect(blocks({ ...anthropic, model }, thought('t', by), text('w'))).toEqual([thought('t', by), text('w')])
    }
  })

  it.each([
    ['anthropic/claude-sonnet-4.6', 'anthropic/claude-4.6-sonnet-20260217', true],
    ['openai/o3', 'openai/o3-2025-04-16', true],
    ['anthropic/claude-sonnet-4.6', 'anthropic/claude-4.5-sonnet-20250929', false],
    ['anthropic/claude-sonnet-4.6', 'google/claude-sonnet-4.6', false],
  ])('knows a gateway’s %s when it answers as %s: %s', (asked, named, own) => {
    const target = { ...openrouter, model: asked }
    const mine = thought('t', { ...openrouter, model: named })
    expect(blocks(target, mine, text('w'))).toEqual(own ? [mine, text('w')] : [text('w')])
  })

  it('drops own thinking that nothing vouches for, and the item ids that refer to it', () => {
    const unsigned: ContentBlock = { type: 'thinking', text: 't', ...stamp(openai) }
    const item = { ...text('w'), ...stamp(openai), provider_data: { id: 'msg_1' } }
    expect(blocks(openai, unsigned, item)).toEqual([text('w')])
    expect(blocks(moonshot, { ...unsigned, ...stamp(moonshot) }, text('w'))).toEqual([
      { ...unsigned, ...stamp(moonshot) },
      text('w'),
    ])
  })

  it('drops reasoning that led to words which are no item of its response', () => {
    const item = { ...text('w'), ...stamp(openai), provider_data: { id: 'msg_1' } }
    const context = history(user('u'), answer(thought('t', openai), text('v'), thought('t', openai), item), user('v'))
    const { request, report } = assemble(context, openai)
    expect(request.messages[1]).toMatchObject({ content: [text('v'), thought('t', openai), item] })
    expect(report.dropped).toEqual([{ eventId: 2, part: 'unsigned_thinking' }])
  })

  it('takes data that vouches for nothing for none', () => {
    const empty = { ...text(' '), ...stamp(anthropic), provider_data: {} }
    expect(blocks(anthropic, empty, text('w'))).toEqual([text('w')])
    for (const data of [{}, { signature: '' }, { signature: null }, { encrypted_content: 'x' }]) {
      const unsigned = { ...thought('t', anthropic), provider_data: data }
      const { request, report } = assemble(history(user('u'), answer(unsigned, text('w'))), anthropic)
      expect(JSON.stringify(request.messages)).not.toContain('thinking')
      expect(report.dropped).toEqual([{ eventId: 2, part: 'unsigned_thinking' }])
    }
  })

  it.each(['claude-haiku-4-5', 'claude-opus-4-6'])(
    'of %s stays away where it is asked for none, and says so',
    (model) => {
      const by: TranscriptTarget = { ...anthropic, model }
      const context = history(user('u'), answer(thought('t', by), call('a')), result('a', 'A'))
      const asked = assemble(context, { ...by, thinkingLevel: 'none' })
      expect(JSON.stringify(asked.request.messages)).not.toContain('thinking')
      expect(asked.report.dropped).toEqual([{ eventId: 2, part: 'unasked_thinking' }])
      expect(assemble(context, by).report.dropped).toEqual([])
    },
  )

  it('is left out for exactly the models whose request switches thinking off', () => {
    const switched = CLAUDE_MODELS.filter(({ kind }) => kind !== 'unsupported').map(({ name }) => [
      name,
      anthropicThinking(name, 'none', 4096).thinking?.['type'] === 'disabled',
    ])
    expect(switched.map(([name]) => [name, canDisableThinking(String(name))])).toEqual(switched)
  })

  it('stays where the model thinks all the same', () => {
    const by: TranscriptTarget = { ...anthropic, model: 'claude-opus-5-5', thinkingLevel: 'none' }
    expect(blocks(by, thought('t', by), text('w'))).toEqual([thought('t', by), text('w')])
  })

  it('keeps an empty own text that carries a signature', () => {
    const empty: ContentBlock = { ...text(''), ...stamp(google), provider_data: { thoughtSignature: 's' } }
    expect(blocks(google, text('w'), empty)).toEqual([text('w'), empty])
    expect(blocks(openai, text('w'), empty)).toEqual([text('w')])
  })

  it('asks a budget model for none in a tool turn that began without', () => {
    const haiku: TranscriptTarget = { ...anthropic, model: 'claude-haiku-4-5' }
    const level = (...parts: readonly Part[]): string => assemble(history(...parts), haiku).request.thinkingLevel
    expect(level(user('u'), answer(call('a')), result('a', 'A'))).toBe('none')
    expect(level(user('u'), answer(call('a')), result('a', 'A'), user('v'))).toBe('med')
    expect(level(user('u'), answer(thought('t', haiku), call('a')), result('a', 'A'))).toBe('med')
    const second = [answer(call('b')), result('b', 'B')]
    expect(level(user('u'), answer(thought('t', haiku), call('a')), result('a', 'A'), ...second)).toBe('med')
    expect(level(user('u'), answer(call('a')), result('a', 'A'), ...second)).toBe('none')
    const begun = history(user('u'), answer(call('a')), result('a', 'A'))
    expect(assemble(begun, anthropic).request.thinkingLevel).toBe('med')
    expect(assemble(begun, { ...anthropic, model: 'claude-3-5-haiku' }).report.synthesised).toEqual([])
  })

  it('goes out of the last answer of a tool turn that is asked for none', () => {
    const haiku: TranscriptTarget = { ...anthropic, model: 'claude-haiku-4-5' }
    const second = answer(text('w'), thought('t', haiku), call('b'))
    const { request, report } = assemble(
      history(user('u'), answer(call('a')), result('a', 'A'), second, result('b', 'B')),
      haiku,
    )
    expect(request.thinkingLevel).toBe('none')
    expect(JSON.stringify(request.messages)).not.toContain('thinking')
    expect(report.dropped).toEqual([{ eventId: 4, part: 'unasked_thinking' }])
  })
})

describe('thinking that is bound to what stands before it', () => {
  const opus: TranscriptTarget = { ...anthropic, model: 'claude-opus-5-5' }
  const kept = (
    context: ReturnType<typeof history>,
    prefixChangedAt: number | null = null,
    target = opus,
  ): readonly string[] =>
    assemble(context, target, { prefixChangedAt }).request.messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((block) => (block.type === 'thinking' ? [block.text] : []))
        : [],
    )
  const turns = history(
    user('u'),
    answer(thought('1', opus), text('w')),
    user('v'),
    answer(thought('2', opus), text('x')),
  )

  it('goes back while nothing before it has changed', () => {
    expect(kept(turns)).toEqual(['1', '2'])
  })

  it('is dropped when it is older than the edit', () => {
    expect(kept(turns, 2)).toEqual(['2'])
    expect(kept(turns, 3)).toEqual(['2'])
    expect(kept(turns, 4)).toEqual([])
  })

  it('is dropped behind a summary or a late result that is younger', () => {
    const [first, second, third, fourth] = turns
    const [, , , , late] = history(user(''), user(''), user(''), user(''), summary('before'))
    expect(kept([first, second, late, third, fourth].filter((event) => event !== undefined))).toEqual(['1'])
    const lateResult = history(
      user('u'),
      answer(thought('1', opus), call('a')),
      user('v'),
      answer(thought('2', opus), text('x')),
      result('a', 'A'),
    )
    expect(kept(lateResult.slice(0, 4))).toEqual(['1', '2'])
    expect(kept(lateResult)).toEqual(['1'])
  })

  it('is a matter of the newer models alone', () => {
    const older: TranscriptTarget = { ...anthropic, model: 'claude-opus-5' }
    expect(kept(history(user('u'), answer(thought('1', older), text('w'))), 2, older)).toEqual(['1'])
    const newer: TranscriptTarget = { ...anthropic, model: 'claude-fable-5-2' }
    expect(kept(history(user('u'), answer(thought('1', newer), text('w'))), 2, newer)).toEqual([])
  })
})
