import { expect, it } from 'vitest'

import { paletteMatch } from '../../../src/renderer/palette/palette-match.ts'
import { parseRecentCommands, withRecent } from '../../../src/renderer/store/recent-command-store.ts'

const AGENT = 'c105e000-0000-4000-8000-000000000001'

it('matches words of the text, best at its beginning', () => {
  expect(paletteMatch('pane.close', 'close', ['Close pane'])).toBe(1)
  expect(paletteMatch('pane.close', 'pane clo', ['Close pane'])).toBe(0.8)
  expect(paletteMatch('view.theme', 'lose', ['Close pane'])).toBe(0.5)
  expect(paletteMatch('pane.close', 'close all', ['Close pane'])).toBe(0)
})

it('matches no letters inside an id, only its beginning from four characters on', () => {
  expect(paletteMatch(AGENT, 'e0', ['Research'])).toBe(0)
  expect(paletteMatch(AGENT, 'c10', ['Research'])).toBe(0)
  expect(paletteMatch(AGENT, 'c105', ['Research'])).toBe(1)
})

it('keeps the five commands that were used last', () => {
  const used = ['a', 'b', 'c', 'a', 'd', 'e', 'f'].reduce(withRecent, { ids: [] })
  expect(used.ids).toEqual(['f', 'e', 'd', 'a', 'c'])
  expect(parseRecentCommands(used)).toEqual(used)
  expect(parseRecentCommands({ ids: 'a' })).toBeNull()
})
