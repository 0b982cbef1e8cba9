import { describe, expect, it } from 'vitest'

import { parseSession, parseUpdate } from '../../../../src/main/adapters/tools/outside-agents/agent-messages.ts'
import {
  offeredCommands,
  offeredOptions,
  sessionAfter,
  withValue,
} from '../../../../src/main/adapters/tools/outside-agents/session-offer.ts'

const MODEL = {
  id: 'm',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'a',
  options: [{ group: 'fast', name: 'Fast', options: [{ value: 'a', name: 'A' }] }, { value: 'b' }],
}
const FAST = { id: 'fast', type: 'boolean', currentValue: false }
const MODES = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', description: 'Edits.' },
  ],
}

const session = (answer: object) => parseSession({ sessionId: 's', ...answer })
const update = (fields: object) => {
  const parsed = parseUpdate({ sessionId: 's', update: fields })
  if (parsed === null) throw new Error('not an update')
  return parsed.update
}
const values = (answer: Parameters<typeof offeredOptions>[0]) =>
  offeredOptions(answer).map(({ id, value }) => [id, value])

describe('what a session offers', () => {
  it('is its options, with groups flattened, and its modes if no option is the mode', () => {
    expect(offeredOptions(session({ configOptions: [MODEL, FAST], modes: MODES }))).toEqual([
      {
        id: 'mode',
        name: 'Mode',
        value: 'ask',
        choices: [
          { value: 'ask', name: 'Ask', description: '' },
          { value: 'code', name: 'code', description: 'Edits.' },
        ],
      },
      {
        id: 'm',
        name: 'Model',
        value: 'a',
        choices: [
          { value: 'a', name: 'A', description: '' },
          { value: 'b', name: 'b', description: '' },
        ],
      },
      { id: 'fast', name: 'fast', value: false, choices: [] },
    ])
    const own = { ...MODEL, id: 'own-mode', category: 'mode' }
    expect(values(session({ configOptions: [own], modes: MODES }))).toEqual([['own-mode', 'a']])
  })

  it('is nothing where it has another form, and bounded where it is long', () => {
    expect(offeredOptions(parseSession(null))).toEqual([])
    const odd = [
      { id: 'x', currentValue: 3 },
      { id: 'y', currentValue: 'a' },
      { id: 'z', currentValue: 'a', options: 'all' },
    ]
    expect(offeredOptions(session({ configOptions: odd, modes: { availableModes: [] } }))).toEqual([])
    const many = Array.from({ length: 1_000 }, (_, index) => ({ ...FAST, id: `o${index}`, name: 'n'.repeat(10_000) }))
    const offered = offeredOptions(session({ configOptions: many }))
    expect([offered.length, offered[0]?.name.length]).toEqual([200, 500])
  })

  it('follows what is set, and what the program says', () => {
    const opened = session({ configOptions: [MODEL, FAST], modes: MODES })
    expect(values(withValue(opened, ['model', 'b'], {}))).toContainEqual(['m', 'b'])
    expect(values(withValue(opened, ['mode', 'code'], null))).toContainEqual(['mode', 'code'])
    const listed = { configOptions: [{ ...FAST, currentValue: true }] }
    expect(values(withValue(opened, ['m', 'b'], listed))).toContainEqual(['fast', true])
    const changed = update({ sessionUpdate: 'current_mode_update', currentModeId: 'code' })
    expect(values(sessionAfter(opened, changed))).toContainEqual(['mode', 'code'])
    const options = update({ sessionUpdate: 'config_option_update', ...listed })
    expect(values(sessionAfter(opened, options))).toContainEqual(['fast', true])
    expect(sessionAfter(opened, update({ sessionUpdate: 'plan', entries: [] }))).toBe(opened)
  })

  it('are commands with names that can be typed', () => {
    const listed = [
      { name: 'review', description: 'Reviews.', input: { hint: 'WHAT' } },
      { name: 'plain' },
      { name: 'two words' },
      { name: 'a/b' },
      { description: 'nameless' },
      'text',
    ]
    expect(offeredCommands(update({ sessionUpdate: 'available_commands_update', availableCommands: listed }))).toEqual([
      { name: 'review', description: 'Reviews.', hint: 'WHAT' },
      { name: 'plain', description: '', hint: '' },
    ])
    expect(offeredCommands(update({ sessionUpdate: 'available_commands_update' }))).toEqual([])
    expect(offeredCommands(update({ sessionUpdate: 'plan' }))).toBeNull()
  })
})
