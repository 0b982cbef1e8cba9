import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { namesOnlyHosts } from '../../../src/main/adapters/config/directories.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ikigai-config-'))
  vi.stubEnv('IKIGAI_CONFIG_DIR', directory)
  vi.stubEnv('IKIGAI_ONLY_HOSTS', undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

it.each([
  ['{ "only_hosts": ["a.example"] }', true],
  ['{ "only_hosts": [] }', true],
  ['{ "only_hosts" : null }', false],
  ['{ "proxy": "only_hosts" }', false],
  ['', false],
])('reads from %j whether hosts are named', (text, isLimited) => {
  writeFileSync(join(directory, 'config.json'), text)
  expect(namesOnlyHosts()).toBe(isLimited)
})

it('reads the variable, and knows of none without a file', () => {
  expect(namesOnlyHosts()).toBe(false)
  vi.stubEnv('IKIGAI_ONLY_HOSTS', '')
  expect(namesOnlyHosts()).toBe(true)
})
