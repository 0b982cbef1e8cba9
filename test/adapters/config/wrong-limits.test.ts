import { expect, it } from 'vitest'

import { parseConfig } from '../../../src/main/adapters/config/parse-config.ts'
import { DEFAULT_CONFIG, SETTING_NAMES, SETTINGS, type SettingName } from '../../../src/shared/config.ts'
import { WRONG_PROXY } from '../../../src/shared/proxy-url.ts'
import { WRONG_HOOKS } from '../../../src/shared/tool-hook.ts'

/** What holds of each setting that limits while its value, or the whole file, cannot be read. */
const HELD = {
  maxToolTurns: 1,
  maxAgentDepth: 1,
  maxChildrenPerTurn: 1,
  maxRunningTurns: 1,
  maxAgentsMade: 1,
  maxTurnsWithoutUser: 1,
  maxRequestsSent: 1,
  maxOutputTokens: 4_096,
  sandbox: 'read-only',
  sandboxDomains: null,
  onlyHosts: [],
  proxy: WRONG_PROXY,
  updates: 'off',
  updateRegistry: null,
  hooks: WRONG_HOOKS,
  maxCostPerDay: 0,
  maxCostPerMonth: 0,
  askAboveUsd: 0,
} as const satisfies Partial<Record<SettingName, unknown>>

const LIMITS = SETTING_NAMES.filter((name) => SETTINGS[name].whenWrong !== undefined)
const WRONG = { wrong: true }

it('has a row here for every setting that limits', () => {
  expect(LIMITS.toSorted()).toEqual(Object.keys(HELD).toSorted())
})

it.each(LIMITS)('%s: a wrong value, a misspelt name and a file that is no JSON allow less, and say so', (name) => {
  const { key } = SETTINGS[name]
  const expected = new Map<string, unknown>(Object.entries(HELD)).get(name)
  const misspelt = `${key.slice(0, -1)}${key.at(-1) === 'x' ? 'y' : 'x'}`
  const files = [{ [key]: WRONG }, { [misspelt]: 1 }].map((file) => JSON.stringify(file, null, 2))
  for (const text of [...files, `{ "${key}": 5,, }`]) {
    const { config, warnings } = parseConfig(text)
    expect([text, config[name]]).toEqual([text, expected])
    expect(warnings.join('\n').toLowerCase()).toContain(
      `${SETTINGS[name].whenWrong?.effect} until it is corrected`.toLowerCase(),
    )
  }
})

it.each(LIMITS)('%s: the default holds where the file does not name it', (name) => {
  for (const text of ['{}', '{ "default_provider": "openai",, }'])
    expect(parseConfig(text).config[name]).toEqual(DEFAULT_CONFIG[name])
})
