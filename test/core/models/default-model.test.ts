import { expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { parseConfig } from '../../../src/main/adapters/config/parse-config.ts'
import { currentDefault, replacementNotice } from '../../../src/main/core/models/default-model.ts'

const { config } = parseConfig('{"pools":{"smart":{"strategy":"failover","models":["gpt-5/low"]}}}')
const at = (configured: string, today = '2026-11-21') => currentDefault(configured, createModelCatalog(), config, today)

it.each([
  ['gemini-3-pro', 'gemini-3.1-pro-preview', 'gemini-3-pro'],
  ['gemini-3-pro/high', 'gemini-3.1-pro-preview/high', 'gemini-3-pro'],
  ['claude-haiku-4-5/low', 'claude-haiku-4-5/low', null],
  ['@smart', '@smart', null],
  ['nonsense', 'nonsense', null],
])('%s: new agents begin with %s', (configured, spec, replaces) => {
  expect(at(configured)).toEqual({ spec, replaces })
})

it('stays what was configured as long as that is served', () => {
  expect(at('gemini-3-pro/high', '2026-03-09')).toEqual({ spec: 'gemini-3-pro/high', replaces: null })
})

it('says what was replaced, and only that', () => {
  expect(replacementNotice(at('gemini-3-pro/high'))).toBe(
    'gemini-3-pro is no longer served: new agents begin with gemini-3.1-pro-preview/high instead.',
  )
  expect(replacementNotice(at('gpt-5'))).toBeNull()
})
