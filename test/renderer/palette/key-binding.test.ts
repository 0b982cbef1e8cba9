import { expect, it } from 'vitest'

import { formatBinding, matchesBinding, type PressedKey } from '../../../src/renderer/palette/key-binding.ts'

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
  ]).toEqual(['Ctrl+Shift+N', '⇧⌘N', 'Alt+↑'])
})
