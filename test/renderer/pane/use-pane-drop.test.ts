import { expect, it } from 'vitest'

import { nearestSide } from '../../../src/renderer/pane/use-pane-drop.ts'

it('takes the nearest edge, seen as a share of width and height', () => {
  const box = { left: 100, top: 0, width: 400, height: 1000 }
  const at = (clientX: number, clientY: number) => nearestSide(box, { clientX, clientY })
  expect([at(150, 500), at(460, 500), at(300, 100), at(300, 950), at(130, 100)]).toEqual([
    'left',
    'right',
    'above',
    'below',
    'left',
  ])
})
