import { expect, it } from 'vitest'

import { codeInfo, isClosedFence, previewKind, saveName } from '../../../../src/renderer/parts/rich/code-facts.ts'

it.each([
  ['', '', null, 'code.txt'],
  ['ts', 'ts', null, 'code.ts'],
  ['typescript', 'typescript', null, 'code.ts'],
  ['ts src/a.ts', 'ts', 'src/a.ts', 'a.ts'],
  ['ts:src/a.ts', 'ts', 'src/a.ts', 'a.ts'],
  ['tsx title="src/app.tsx" {1,3}', 'tsx', 'src/app.tsx', 'app.tsx'],
  ['src/main.py', 'py', 'src/main.py', 'main.py'],
  ['js {1,3}', 'js', null, 'code.js'],
  ['c++', 'c++', null, 'code.txt'],
  ['html ../../.bashrc', 'html', '../../.bashrc', 'code.html'],
])('%j is %s, of the file %s, saved as %s', (info, language, fileName, name) => {
  expect(codeInfo(info)).toEqual({ language, fileName })
  expect(saveName(codeInfo(info))).toBe(name)
})

it('previews pages, drawings and Markdown only', () => {
  const kind = (language: string, code = '') => previewKind({ language, fileName: null }, code)
  expect([kind('html'), kind('SVG'), kind('md'), kind('ts'), kind('xml'), kind('xml', '<svg>')]).toEqual([
    'page',
    'page',
    'markdown',
    null,
    null,
    'page',
  ])
})

it.each([
  ['```ts\na\n```', true],
  ['```ts\na\n```\n', true],
  ['```ts\na', false],
  ['````\n```', false],
  ['~~~\na\n```', false],
  ['```', false],
])('%j is closed: %s', (source, expected) => {
  expect(isClosedFence(source)).toBe(expected)
})
