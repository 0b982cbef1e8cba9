import { expect, it } from 'vitest'

import { changeKey, neighbourOf } from '../../../src/renderer/changes/change-keys.ts'

const pressed = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
})

it('has a key for each step through the changes', () => {
  const does = ['j', 'k', 'n', 'p', 'y', 'u', 'r', 's', 'w', 'J', 'Enter', 'x'].map((key) =>
    changeKey(pressed(key), false),
  )
  expect(does).toEqual([
    'next_file',
    'previous_file',
    'next_part',
    'previous_part',
    'keep',
    'undo',
    'reviewed',
    'layout',
    'wrap',
    'next_file',
    'open',
    null,
  ])
})

it('does nothing while the user types, for keys of commands, and repeats no mark and no undo', () => {
  expect(changeKey(pressed('u'), true)).toBeNull()
  for (const key of ['ctrlKey', 'metaKey', 'altKey']) expect(changeKey(pressed('u', { [key]: true }), false)).toBeNull()
  expect(changeKey(pressed('u', { repeat: true }), false)).toBeNull()
  expect(changeKey(pressed('y', { repeat: true }), false)).toBeNull()
  expect(changeKey(pressed('j', { repeat: true }), false)).toBe('next_file')
})

it('stops at the ends of a list', () => {
  expect([neighbourOf(['a', 'b'], 'a', 1), neighbourOf(['a', 'b'], 'b', 1)]).toEqual(['b', null])
  expect([neighbourOf(['a', 'b'], null, 1), neighbourOf(['a', 'b'], null, -1)]).toEqual(['a', 'b'])
  expect(neighbourOf([], null, 1)).toBeNull()
})
