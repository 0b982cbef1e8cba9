import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { whatIsNew } from '../../src/shared/whats-new.ts'

const CHANGELOG = `# Changelog

## [2.0.0] - unreleased

### Agents

- First of agents, with
  a [link](README.md) in it.
- Second of agents.

### Tools

- First of tools.

## [1.0.0] - 2026-01-01

### Agents

- Old.
`

it('names the first item of each group before the second ones, on one line each', () => {
  expect(whatIsNew(CHANGELOG, '2.0.0')).toEqual([
    'First of agents, with a link in it.',
    'First of tools.',
    'Second of agents.',
  ])
  expect(whatIsNew(CHANGELOG, '1.0.0')).toEqual(['Old.'])
  expect(whatIsNew(CHANGELOG, '3.0.0')).toEqual([])
})

it('fills a page of ten lines of bounded length from the real changelog', () => {
  const lines = whatIsNew(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'), packageJson.version)
  expect(lines).toHaveLength(10)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(162)
})
