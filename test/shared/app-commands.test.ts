import { describe, expect, it } from 'vitest'

import { acceleratorOf } from '../../src/main/hosts/electron/accelerator.ts'
import { APP_COMMANDS, keyConflicts, SCOPED_KEYS, windowKeys } from '../../src/shared/app-commands.ts'

const command = (id: string) => {
  const found = APP_COMMANDS.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No command ${id}`)
  return found
}

describe('the table of commands', () => {
  it('has each id, title and default key once', () => {
    const once = (values: readonly string[]) => expect(values.length).toBe(new Set(values).size)
    once(APP_COMMANDS.map(({ id }) => id))
    once(APP_COMMANDS.map(({ title }) => title))
    once(APP_COMMANDS.flatMap(({ keys }) => keys))
  })

  it('has default keys that the menu can show', () => {
    const keys = APP_COMMANDS.flatMap((each) => each.keys).filter((each) => each !== 'Escape Escape')
    expect(keys.filter((each) => acceleratorOf(each) === null)).toEqual([])
  })
})

describe('the keys in force', () => {
  it('are the default keys until the user chooses others', () => {
    expect(windowKeys(command('agent.new'), {})).toEqual(['Mod+N'])
    expect(windowKeys(command('agent.new'), { 'agent.new': ['F9'] })).toEqual(['F9'])
    expect(windowKeys(command('agent.new'), { 'agent.new': [] })).toEqual([])
  })

  it('work in the whole window only where the table says so, or the user chose them', () => {
    expect(windowKeys(command('agent.cancel'), {})).toEqual([])
    expect(windowKeys(command('agent.cancel'), { 'agent.cancel': ['F8'] })).toEqual(['F8'])
    expect(SCOPED_KEYS).toContainEqual(expect.objectContaining({ title: 'Stop turn', keys: ['Escape', 'Ctrl+C'] }))
  })
})

describe('a conflict', () => {
  it('names every other command with one of the keys', () => {
    const chosen = { 'agent.mark': ['Mod+K'], 'agent.kill': ['Mod+J', 'Mod+K'] }
    expect(keyConflicts(command('agent.mark'), chosen)).toEqual(['Kill agent…', 'Command palette'])
  })

  it('does not arise from default keys that were replaced, nor from keys of one part of the page', () => {
    expect(keyConflicts(command('agent.mark'), { 'agent.mark': ['Mod+N'], 'agent.new': ['F9'] })).toEqual([])
    expect(keyConflicts(command('agent.mark'), { 'agent.mark': ['Escape'] })).toEqual([])
  })
})
