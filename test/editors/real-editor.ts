/**
 * The program of `npm run test:editors`: acpx, an ACP client by others, drives `ikigai acp` through conversations with a
 * permission and a difference, on a simulated model. Prints what it saw; the exit code is 1 if something was missing.
 */
import { spawn } from 'node:child_process'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { BIN, makeWorkspace } from '../support/run-ikigai.ts'

const [acpx = ''] = process.argv.slice(2)
const EDIT = { path: 'cli.ts', old_string: 'old', new_string: 'new' }

const simulator = await startSimulator()
const workspace = await makeWorkspace(simulator.environment(), { isNew: true })
const config = { default_provider: 'anthropic', providers: { anthropic: { default_model: 'claude-haiku-4-5/none' } } }
await mkdir(join(workspace.directory, 'config'))
await writeFile(join(workspace.directory, 'config', 'config.json'), JSON.stringify(config), { mode: 0o600 })
await mkdir(join(workspace.directory, 'project'))
const folder = await realpath(join(workspace.directory, 'project'))
const file = join(folder, 'cli.ts')
await writeFile(file, 'one\nold\nthree\n')
try {
  const refused = await converse('--deny-all')
  check('a refused edit leaves the file', (await readFile(file, 'utf8')) === 'one\nold\nthree\n', refused)
  check('the refused call has failed', refused.includes('"status":"failed"'), refused)
  const allowed = await converse('--approve-all')
  check('an allowed edit is made', (await readFile(file, 'utf8')) === 'one\nnew\nthree\n', allowed)
  for (const [what, words] of [
    ['the permission is asked for', '"session/request_permission"'],
    ['the difference is shown', '"type":"diff"'],
    ['the call is completed', '"status":"completed"'],
    ['the answer is streamed', 'All renamed.'],
    ['the turn ends', '"stopReason":"end_turn"'],
  ] as const) {
    check(what, allowed.includes(words), allowed)
  }
} finally {
  await workspace.remove()
  await simulator.close()
}

/** Has one prompt answered; returns the messages of the protocol, one a line. */
async function converse(permissions: '--deny-all' | '--approve-all'): Promise<string> {
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'file_edit', arguments: EDIT }],
  })
  simulator.enqueue('anthropic', textAnswer('All renamed.'))
  const agent = `"${process.execPath}" "${BIN}" acp`
  const args = ['--agent', agent, '--cwd', folder, permissions, '--format', 'json', 'exec', 'Rename it']
  const child = spawn(process.execPath, [acpx, ...args], {
    cwd: folder,
    env: { ...workspace.environment, HOME: workspace.directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

function check(what: string, isTrue: boolean, seen: string): void {
  process.stdout.write(`${isTrue ? '✓' : '✗'} ${what}\n`)
  if (isTrue) return
  process.exitCode = 1
  process.stdout.write(`${seen}\n`)
}
