import { expect, it } from 'vitest'

import { numberPanels } from '../../../src/renderer/pane/stable-ids.ts'

/** Returns the numbers after each of these arrangements, one after the other. */
function numbersOf(...arrangements: readonly (readonly (readonly string[])[])[]): readonly (readonly number[])[] {
  let panels: ReturnType<typeof numberPanels> = []
  return arrangements.map((arrangement) => {
    panels = numberPanels(panels, arrangement)
    return panels.map(({ number }) => number)
  })
}

it('keeps all panels where an agent is shown in place of another', () => {
  expect(numbersOf([['a', 'b'], ['c']], [['x', 'b'], ['c']], [['x', 'b'], ['y']])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ])
})

it('keeps the panels beside one that is opened, closed or moved', () => {
  expect(numbersOf([['a'], ['b']], [['a'], ['x'], ['b']], [['x'], ['b']], [['b'], ['x']])).toEqual([
    [0, 1],
    [0, 2, 1],
    [2, 1],
    [1, 2],
  ])
})

it('gives each panel a number of its own, also where a column is split', () => {
  expect(numbersOf([['a', 'b']], [['a'], ['b']])).toEqual([[0], [0, 1]])
})
