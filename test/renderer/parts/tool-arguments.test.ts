import { expect, it } from 'vitest'

import { prettyJson, shortArguments } from '../../../src/renderer/parts/tool-arguments.ts'

it('puts the values of the arguments on one line', () => {
  expect(shortArguments('{"command":"ls  -la\\n\\n","background":true,"limit":3}')).toBe('ls -la 3')
  expect(shortArguments('{"command":"ls')).toBe('{"command":"ls')
})

it('shows what could hide or reorder a part of the call', () => {
  const hostile = JSON.stringify({ command: 'echo \u202E; rm -rf ~ \u202C >\u00A0x \u001B[2J' })
  expect(shortArguments(hostile)).toBe('echo ⟨U+202E⟩; rm -rf ~ ⟨U+202C⟩ >⟨U+00A0⟩x ⟨U+001B⟩[2J')
  const shown = prettyJson(hostile)
  expect(['\u202E', '\u202C', '\u00A0', '\u001B'].filter((hidden) => shown.includes(hidden))).toEqual([])
})
