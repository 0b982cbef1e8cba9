import { expect, it } from 'vitest'

import { twoColumns } from '../../../src/renderer/parts/text-columns.ts'

it.each([
  [
    '/model MODEL  Switches the model\n/help         Lists the commands',
    [
      ['/model MODEL', 'Switches the model'],
      ['/help', 'Lists the commands'],
    ],
  ],
  [
    'Commands:\n  /a  First\n\nEnd.',
    [
      [null, 'Commands:'],
      ['  /a', 'First'],
      [null, ''],
      [null, 'End.'],
    ],
  ],
  // Indentation is no column, three columns are a table, and a tree has its own lines.
  ['Model: x\n  Thinking: 4,000 tokens', null],
  ['a1  idle  $0.01\nb2  busy  $0.02', null],
  ['root  idle\n└ child  idle', null],
  ['', null],
])('takes %j apart', (text, expected) => {
  expect(twoColumns(text)).toEqual(expected)
})
