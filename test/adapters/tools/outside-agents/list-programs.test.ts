import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { listPrograms } from '../../../../src/main/adapters/tools/outside-agents/list-programs.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-programs-'))
  await writeFile(join(folder, 'own-agent'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(folder, 'no-program'), 'text', { mode: 0o644 })
})
afterAll(() => rm(folder, { recursive: true }))

it('lists what is configured before what is only known, without the values of variables', async () => {
  const programs = await listPrograms({ own: { command: 'own-agent', env: { KEY: 'secret' } } }, folder)
  expect(programs.map(({ name }) => name)).toEqual(['own', 'claude', 'codex', 'gemini', 'opencode'])
  expect(programs[0]).toEqual({
    name: 'own',
    label: 'own',
    isConfigured: true,
    start: ['own-agent'],
    isFound: true,
    version: null,
  })
  expect(programs[1]).toMatchObject({ label: 'Claude Code', isConfigured: false, isFound: false })
  expect(JSON.stringify(programs)).not.toContain('secret')
})

it('finds commands in the folders of the path only, and only what can be executed', async () => {
  const entry = async (command: string, path = folder) => (await listPrograms({ x: { command } }, path))[0]?.isFound
  expect(await entry('own-agent', `/nowhere::${folder}`)).toBe(true)
  expect(await entry('own-agent', '')).toBe(false)
  expect(await entry('no-program')).toBe(false)
  expect(await entry(join(folder, 'own-agent'), '')).toBe(true)
  expect(await entry(join(folder, 'gone'))).toBe(false)
})

it('reads the version that the arguments name', async () => {
  const version = async (...args: string[]) => (await listPrograms({ x: { command: 'npx', args } }, ''))[0]?.version
  expect(await version('-y', '@scope/agent-acp@1.20.3-beta.1', '--acp')).toBe('1.20.3-beta.1')
  expect(await version('-y', '@scope/agent-acp')).toBeNull()
  expect(await version('-y', 'agent@latest')).toBeNull()
})
