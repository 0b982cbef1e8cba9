import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { parseConfig } from '../../src/main/adapters/config/parse-config.ts'
import { DEFAULT_CONFIG, SETTING_NAMES, SETTINGS } from '../../src/shared/config.ts'
import { configChangeSchema } from '../../src/shared/config-change.ts'
import { POOLS, PROFILES } from '../../src/shared/config-entries.ts'
import { TOOL_SERVERS } from '../../src/shared/tool-server.ts'

const document = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')

describe('the table of settings', () => {
  it('is that of docs/configuration.md', () => {
    const documented = [...document.matchAll(/^\| `(\w+)` +\| `([^`]*)` +\| (.*?) +\|$/gm)].map(([, ...row]) => row)
    const settings = SETTING_NAMES.map((name) => {
      const { key, default: standard, appliesAt } = SETTINGS[name]
      return [key, JSON.stringify(standard), appliesAt === 'immediately' ? 'immediately' : 'at the next start']
    })
    const entries = ['providers', TOOL_SERVERS.key, POOLS.key, PROFILES.key].map((key) => [key, '{}', 'immediately'])
    expect(documented).toEqual([...settings, ...entries, ['endpoints', '[]', 'immediately']])
  })

  it('has every key of the example, which is read without a warning', () => {
    const example = /```json\n([^]*?)```/.exec(document)?.[1] ?? ''
    const { config, warnings } = parseConfig(example)
    expect(warnings).toEqual([])
    expect(config).toEqual({
      ...DEFAULT_CONFIG,
      providers: { anthropic: { defaultModel: 'claude-haiku-4-5', baseUrl: 'https://api.anthropic.com' } },
      workspace: '~/ikigai',
    })
    const keys = [
      ...SETTING_NAMES.map((name) => SETTINGS[name].key),
      'providers',
      TOOL_SERVERS.key,
      POOLS.key,
      PROFILES.key,
      'endpoints',
    ]
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(example))).toSorted()).toEqual(
      keys.toSorted(),
    )
  })

  it.each(SETTING_NAMES)('has a default for %s that its own rule accepts', (name) => {
    const { schema, type, default: standard } = SETTINGS[name]
    expect([schema.safeParse(standard).success, type.safeParse(standard).success]).toEqual([true, true])
  })

  it('masks each setting that is an address', () => {
    const address = 'http://ada:secret@example.com:3128'
    const masked = [SETTINGS.databaseUrl, SETTINGS.proxy].map(({ mask }) => mask?.(address))
    expect(masked).toEqual(['http://ada@example.com:3128', 'http://ada@example.com:3128'])
  })
})

describe('a change of settings', () => {
  it.each([
    {},
    { maxToolTurns: 3, databaseUrl: null },
    { maxToolTurns: -1, proxy: 'no address: the answer says why' },
    { providers: { openai: { baseUrl: null } }, pools: { smart: null } },
    { toolServers: { files: { command: 'npx' } }, toolEnvironment: ['A'] },
  ])('may be %j', (change) => {
    expect(configChangeSchema.safeParse(change).data).toEqual(change)
  })

  it.each<[unknown]>([
    [null],
    [[]],
    [{ unknown: 1 }],
    [{ constructor: 1 }],
    [{ maxToolTurns: '3' }],
    [{ defaultProvider: 'a'.repeat(41) }],
    [{ providers: { acme: {} } }],
    [{ providers: { openai: { apiKey: 'x' } } }],
    [{ toolServers: { files: { command: 1 } } }],
    [{ proxy: 'x'.repeat(4_001) }],
  ])('may not be %j', (change) => {
    expect(configChangeSchema.safeParse(change).success).toBe(false)
  })
})
