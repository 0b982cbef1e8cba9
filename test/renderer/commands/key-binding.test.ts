import { describe, expect, it } from 'vitest'

import {
  bindingOf,
  formatBinding,
  matchesBinding,
  type PressedKey,
} from '../../../src/renderer/commands/key-binding.ts'

const pressed = (key: string, code: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

it('takes Ctrl for Mod, and Cmd on macOS', () => {
  expect(matchesBinding('Mod+K', pressed('k', 'KeyK', { ctrlKey: true }), false)).toBe(true)
  expect(matchesBinding('Mod+K', pressed('k', 'KeyK', { metaKey: true }), true)).toBe(true)
  expect(matchesBinding('Mod+K', pressed('k', 'KeyK', { ctrlKey: true }), true)).toBe(false)
})

it('wants exactly the modifiers that are written', () => {
  expect(matchesBinding('Mod+N', pressed('N', 'KeyN', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
  expect(matchesBinding('Mod+Shift+N', pressed('N', 'KeyN', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
})

it('knows letters by what they write, brackets and figures by where they are', () => {
  expect(matchesBinding('Mod+K', pressed('k', 'KeyV', { ctrlKey: true }), false)).toBe(true)
  expect(matchesBinding('Mod+[', pressed('ü', 'BracketLeft', { ctrlKey: true }), false)).toBe(true)
  expect(matchesBinding('Mod+Shift+/', pressed('?', 'Slash', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
  expect(matchesBinding('Mod+1', pressed('&', 'Digit1', { ctrlKey: true }), false)).toBe(true)
})

it('writes keys as the machine does', () => {
  expect([
    formatBinding('Mod+Shift+N', false),
    formatBinding('Mod+Shift+N', true),
    formatBinding('Alt+ArrowUp', false),
    formatBinding('Shift+Space', false),
    formatBinding('Mod+ ', false),
    formatBinding('Alt+PageDown', false),
  ]).toEqual(['Ctrl+Shift+N', '⇧⌘N', 'Alt+↑', 'Shift+Space', 'Ctrl+Space', 'Alt+Page Down'])
})

describe('bindingOf', () => {
  it.each([
    [pressed('N', 'KeyN', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+N'],
    [pressed('?', 'Slash', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+/'],
    [pressed('!', 'Digit1', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+1'],
    [pressed('ArrowUp', 'ArrowUp', { altKey: true }), 'Alt+ArrowUp'],
    [pressed('F6', 'F6'), 'F6'],
  ])('writes what was pressed as the table does, and finds it again', (keys, binding) => {
    expect([bindingOf(keys, false), matchesBinding(binding, keys, false)]).toEqual([binding, true])
  })

  it('binds no letter alone and nothing that is not complete', () => {
    expect([
      bindingOf(pressed('n', 'KeyN'), false),
      bindingOf(pressed('Shift', 'ShiftLeft', { shiftKey: true }), false),
      bindingOf(pressed('Control', 'ControlLeft', { ctrlKey: true }), false),
    ]).toEqual([null, null, null])
  })
})
