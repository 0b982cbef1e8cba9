import { describe, expect, it } from 'vitest'

import { numericColumns, tableAsCsv, tableAsMarkdown } from '../../../../src/renderer/parts/rich/table-cells.ts'
import { drawnMarkdown } from './drawn-markdown.ts'

describe('numericColumns', () => {
  it.each([
    [['1', '2,000', '-3.5', '−4', '+5'], true],
    [['$5.20', '€ 3', '12 %', '4 ms', '5MB/s', '1.2e9'], true],
    [['1', '', '–'], true],
    [['1', 'two'], false],
    [['', ''], false],
    [['-', '-'], false],
    [['2024-05-01'], false],
    [['v1.2'], false],
  ])('%j: %s', (cells, expected) => {
    expect(numericColumns(cells.map((cell) => [cell]))).toEqual([expected])
  })
})

it('marks cells by their column, and keeps an alignment that is written', () => {
  const html = drawnMarkdown('| a | b | c |\n|---|:-:|---|\n| x | 1 | 2 |\n| y | z | 3 |')
  expect(html).toContain('<th dir="auto" data-align="right">c</th>')
  expect(html).toContain('<td dir="auto" data-align="right" data-numeric="true">2</td>')
  expect(html).toContain('<td dir="auto" data-align="center">1</td>')
  expect(html).not.toContain('style=')
})

it('keeps words with hyphens whole, and gives long texts room', () => {
  const html = drawnMarkdown(
    '| model | note |\n|---|---|\n| see **gpt-5-mini** now | a note of more than a few words, and/or `x-y-z` |',
  )
  expect(html).toContain('see <strong><span data-whole="true">gpt-5-mini</span></strong> now')
  expect(html).toContain('<td dir="auto" data-long="true">a note')
  expect(html).toContain('<span data-whole="true">and/or</span>')
  expect(html).toContain('<code>x-y-z</code>')
})

it('copies a table as CSV and as Markdown', () => {
  const rows = [
    ['name', 'note'],
    ['a, b', 'say "x" | y'],
  ]
  expect(tableAsCsv(rows)).toMatch(/^name,note\r?\n"a, b","say ""x"" \| y"\r?\n$/)
  expect(tableAsMarkdown(rows)).toBe('| name | note |\n| --- | --- |\n| a, b | say "x" \\| y |\n')
})
