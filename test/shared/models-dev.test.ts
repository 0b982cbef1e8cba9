import { expect, it } from 'vitest'

import catalog from '../../resources/model-catalog.json' with { type: 'json' }
import { withModelsDev } from '../../src/main/core/models/merge-catalogues.ts'
import { parseCatalog } from '../../src/shared/model-catalog-file.ts'
import { isModelsDev, ofModelsDev } from '../../src/shared/models-dev.ts'
import file from '../fixtures/models-dev.json' with { type: 'json' }

it('knows the form of models.dev from that of a catalogue', () => {
  expect([file, { providers: file }].map(isModelsDev)).toEqual([true, true])
  expect([catalog, {}, [], null, { a: 1 }, { source: {}, models: {} }].filter(isModelsDev)).toEqual([])
})

it('reads the models of known providers, and leaves out rows that it does not understand', () => {
  const { source, models } = ofModelsDev(file, '2026-11-30')
  expect(source.renewedOn).toBe('2026-11-30')
  expect(models.moonshot?.map(({ id }) => id)).toEqual(['kimi-k9'])
  expect(models.anthropic?.map(({ id }) => id)).toEqual(['claude-opus-5-5', 'claude-nova-9'])
  expect(models.anthropic?.[1]).toEqual({
    id: 'claude-nova-9',
    name: 'Claude Nova 9',
    contextWindow: 2_000_000,
    maxOutput: null,
    price: {
      input: 3,
      output: 15,
      cachedInput: 0.3,
      tiers: [{ inputTokensAbove: 200_000, input: 6, output: 22.5, cachedInput: 0.6 }],
    },
    input: ['text', 'image'],
    output: ['text'],
  })
  expect('file' in parseCatalog(ofModelsDev(file, '2026-11-30'))).toBe(true)
})

it('adds to the catalogue, and keeps what models.dev does not have', () => {
  const merged = withModelsDev(catalog, ofModelsDev(file, '2026-11-30'))
  const before = catalog.models.anthropic.find(({ id }) => id === 'claude-opus-5-5')
  const after = merged.models.anthropic?.find(({ id }) => id === 'claude-opus-5-5')
  expect(after?.price?.cacheWrites).toEqual(before?.price.cacheWrites)
  expect(merged.models.anthropic).toHaveLength(catalog.models.anthropic.length + 1)
  expect(merged.models.openai).toEqual(catalog.models.openai)
  expect(merged.source.renewedOn).toBe('2026-11-30')
})

it('takes nothing for free that has 0 as its price, so that limits in dollars hold', () => {
  const listed = { anthropic: { models: { a: { id: 'claude-opus-5-5', name: 'A', cost: { input: 0, output: 0 } } } } }
  const read = ofModelsDev(listed, '2026-11-30')
  expect(read.models.anthropic?.[0]?.price).toBeNull()
  const merged = withModelsDev(catalog, read).models.anthropic?.find(({ id }) => id === 'claude-opus-5-5')
  expect(merged?.price?.input).toBeGreaterThan(0)
})
