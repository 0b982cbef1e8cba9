import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { gitEnvironment, runGit } from '../../src/main/adapters/checkpoints/run-git.ts'
import { whenReady } from '../../src/main/adapters/storage/embedded/embedded-server.ts'
import { startProgram } from '../../src/main/adapters/tools/outside-agents/agent-program.ts'
import { refusalOf } from '../support/drive-agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'ikigai-waits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = { PATH: process.env['PATH'] ?? '' }

it.each([
  ['itself', ['-c', 'alias.wait=!exec sleep 600', 'wait']],
  ['what it started', ['-c', 'alias.wait=!sleep 5 & sleep 5', 'wait']],
])('says that git did not end, also when %s goes on', async (_what, args) => {
  const run = { args, cwd: folder, env: gitEnvironment(environment), limitMs: 500 }
  expect(refusalOf(await runGit(run))).toBe(gitWords(args))
})

function gitWords(args: readonly string[]): string {
  const name = args.find((arg) => !arg.startsWith('-')) ?? ''
  return `git ${name} did not end within 0.5 s and was ended. Try again.`
}

it('says that the built-in database was not ready', async () => {
  await expect(whenReady(folder, () => false, 0)).rejects.toThrow(
    `The database in ${folder} was not ready within two minutes.`,
  )
  expect(await whenReady(folder, () => true, 0)).toBeNull()
})

it('says that an outside agent did not answer, and ends it', async () => {
  const started = startProgram({
    agent: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1_000_000)'] },
    folder,
    environment,
    clientVersion: '0.0.0',
    startMs: 50,
    onUpdate: () => undefined,
    onRequest: () => Promise.reject(new Error('none')),
  })
  await expect(started).rejects.toThrow('It did not answer within 0.05 seconds.')
})
