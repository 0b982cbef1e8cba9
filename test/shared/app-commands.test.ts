import { describe, expect, it } from 'vitest'

import { acceleratorOf } from '../../src/main/hosts/electron/accelerator.ts'
import { APP_COMMANDS } from '../../src/shared/app-commands.ts'
import { SCOPED_KEYS } from '../../src/shared/scoped-keys.ts'
import { commandsWithKeys, defaultKeys, windowKeys, withKey } from '../../src/shared/command-keys.ts'

const command = (id: string) => {
  const found = APP_COMMANDS.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No command ${id}`)
  return found
}

const APP = { isMac: false, isTab: false }
const PLATFORMS = [APP, { isMac: true, isTab: false }, { isMac: false, isTab: true }, { isMac: true, isTab: true }]

describe('the table of commands', () => {
  it('has each id, title and default key once', () => {
    const once = (values: readonly string[]) => expect(values.length).toBe(new Set(values).size)
    once(APP_COMMANDS.map(({ id }) => id))
    once(APP_COMMANDS.map(({ title }) => title))
    for (const platform of PLATFORMS) once(APP_COMMANDS.flatMap((each) => defaultKeys(each, platform)))
  })

  it('has default keys that the menu can show', () => {
    const keys = PLATFORMS.flatMap((platform) => APP_COMMANDS.flatMap((each) => defaultKeys(each, platform))).filter(
      (each) => each !== 'Escape Escape',
    )
    expect(keys.filter((each) => acceleratorOf(each) === null)).toEqual([])
  })
})

describe('the keys in force', () => {
  it('are the default keys until the user chooses others', () => {
    expect(windowKeys(command('agent.new'), {}, APP)).toEqual(['Mod+N'])
    expect(windowKeys(command('agent.new'), { 'agent.new': ['F9'] }, APP)).toEqual(['F9'])
    expect(windowKeys(command('agent.new'), { 'agent.new': [] }, APP)).toEqual([])
  })

  it('work in the whole window only where the table says so, or the user chose them', () => {
    expect(windowKeys(command('agent.cancel'), {}, APP)).toEqual([])
    expect(windowKeys(command('agent.cancel'), { 'agent.cancel': ['F8'] }, APP)).toEqual(['F8'])
    expect(SCOPED_KEYS).toContainEqual(expect.objectContaining({ title: 'Stop turn', keys: ['Escape', 'Ctrl+C'] }))
  })
})

describe('the default keys', () => {
  it('avoid the keys that a browser keeps for itself', () => {
    const tab = (id: string, isMac: boolean) => defaultKeys(command(id), { isMac, isTab: true })
    const ids = ['agent.new', 'agent.fork', 'agent.thinking', 'pane.close', 'pane.lastUsed']
    expect(ids.map((id) => tab(id, false)[0])).toEqual(['Alt+N', 'Alt+Shift+N', 'Alt+Shift+T', 'Alt+W', 'Alt+Q'])
    expect(ids.map((id) => tab(id, true)[0])).toEqual([
      'Ctrl+Shift+N',
      'Ctrl+Shift+F',
      'Ctrl+Shift+T',
      'Ctrl+Shift+W',
      'Ctrl+Shift+Q',
    ])
    const kept = /^(Mod\+(Shift\+)?[NTW]|Ctrl\+Tab)$/
    const all = APP_COMMANDS.flatMap((each) => defaultKeys(each, { isMac: false, isTab: true }))
    expect(all.filter((key) => kept.test(key))).toEqual([])
  })

  it('leave Option and the arrows to the text on macOS', () => {
    const mac = { isMac: true, isTab: false }
    expect(defaultKeys(command('agent.parent'), mac)).toEqual(['Mod+Alt+ArrowUp'])
    expect(APP_COMMANDS.flatMap((each) => defaultKeys(each, mac)).filter((key) => key.startsWith('Alt+Arrow'))).toEqual(
      [],
    )
  })
})

describe('a key of another command', () => {
  const others = (id: 'agent.mark', keys: readonly string[], chosen: Readonly<Record<string, readonly string[]>>) =>
    commandsWithKeys(id, keys, chosen, APP).map(({ title }) => title)

  it('is found, whether it is a default key or a chosen one', () => {
    const chosen = { 'agent.mark': ['Mod+K'], 'agent.kill': ['Mod+J', 'Mod+K'] }
    expect(others('agent.mark', ['Mod+K'], chosen)).toEqual(['Kill agent…', 'Command palette'])
  })

  it('is free if it was replaced, or belongs to one part of the page', () => {
    expect(others('agent.mark', ['Mod+N'], { 'agent.new': ['F9'] })).toEqual([])
    expect(others('agent.mark', ['Escape'], {})).toEqual([])
  })

  it('is taken from the others when it is replaced; their further keys remain', () => {
    expect(withKey('agent.mark', 'Mod+K', { 'agent.kill': ['Mod+K'] }, APP)).toEqual({
      'agent.kill': [],
      'view.palette': ['Mod+Shift+P'],
      'agent.mark': ['Mod+K'],
    })
  })
})
