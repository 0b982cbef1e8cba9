import { expect, it } from 'vitest'

import { diagramDocument, isQuietDrawing, readDiagram } from '../../../../src/renderer/parts/rich/diagram-document.ts'

it('reads answers to its own request only', () => {
  const drawn = { id: 3, svg: '<svg></svg>', width: 10.5, height: 20 }
  expect(readDiagram(drawn, 3)).toEqual({ type: 'drawn', svg: '<svg></svg>', width: 11, height: 20 })
  expect(readDiagram({ id: 3, message: 'Parse error', line: 2 }, 3)).toEqual({
    type: 'wrong',
    message: 'Parse error',
    line: 2,
  })
  for (const data of [null, 'text', {}, { ...drawn, id: 4 }]) expect(readDiagram(data, 3)).toBeNull()
})

it('takes nothing from a message that has another shape', () => {
  expect(readDiagram({ id: 3, svg: '<html>', width: Infinity }, 3)).toEqual({ type: 'wrong', message: '', line: null })
  expect(readDiagram({ id: 3, svg: '<svg>', width: -1, height: Number.NaN }, 3)).toMatchObject({
    width: 300,
    height: 300,
  })
  expect(readDiagram({ id: 3, message: 'x'.repeat(9_999), line: 'two' }, 3)).toEqual({
    type: 'wrong',
    message: 'x'.repeat(500),
    line: null,
  })
})

it.each([
  ['<svg><g><text>a on b = c</text></g></svg>', true],
  ['<svg><path marker-end="url(#arrow)"/><use href="#a"/></svg>', true],
  ['<svg><script>x()</script></svg>', false],
  ['<svg onload="x()"></svg>', false],
  ['<svg><a href="https://a.b">x</a></svg>', false],
  ['<svg><use href="https://a.b/c.svg#x"/></svg>', false],
  ['<svg><foreignObject>x</foreignObject></svg>', false],
  ['<svg><style>@import "x"</style></svg>', false],
  ['<svg><rect fill="url(https://a.b)"/></svg>', false],
  ['<svg><style>#a &gt; g { font: "b" } &lt;</style><text>C:\\a &amp; b</text></svg>', true],
  ['<svg xmlns:s="http://www.w3.org/2000/svg"><s:script>x()</s:script></svg>', false],
  ['<svg><set attributeName="href" to="https://a.b"/></svg>', false],
  ['<svg><feImage href="#a"/></svg>', false],
  ['<?xml-stylesheet href="https://a.b"?><svg></svg>', false],
  ['<!DOCTYPE svg SYSTEM "https://a.b"><svg></svg>', false],
  ['<svg><style><![CDATA[@im]]></style></svg>', false],
  ['<svg><rect style="fill: u&#114;l(https://a.b)"/></svg>', false],
  ['<svg><rect style="fill: u\\72l(https://a.b)"/></svg>', false],
  ['<svg><style>@\\69mport "https://a.b"</style></svg>', false],
  ['<svg><rect style="background: image-set(\'https://a.b\' 1x)"/></svg>', false],
])('%s can be saved: %s', (svg, expected) => {
  expect(isQuietDrawing(svg)).toBe(expected)
})

it('cannot be left by the source of the library', () => {
  expect(diagramDocument('a = "</script><script>"').match(/<\/script>/g)).toHaveLength(2)
})
