import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import { startProcess } from '../../start-process.ts'
import { SERVER_USER } from './cluster.ts'
import { changeOwner, spawnIdentity } from './run-as.ts'
import { serverEnvironment, type ServerPlan } from './server-runner.ts'

/** Null: the file is missing or empty. */
export function readPassword(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch {
    return null
  }
}

/**
 * Gives the database a new password and writes it to the file. Only while no server runs: PostgreSQL's single-user mode
 * (postgres(1) § Options for Single-User Mode) needs read access to the database's files, but no password.
 */
export async function setNewPassword({ paths, binaries, runAs }: ServerPlan): Promise<void> {
  const password = randomBytes(24).toString('base64url')
  const options = ['--single', '-D', paths.cluster, '-c', 'log_statement=none', 'postgres']
  const started = await startProcess(binaries.postgres, options, {
    ...spawnIdentity(runAs),
    cwd: paths.home,
    env: serverEnvironment(),
    // Its output is not read.
    stdio: ['pipe', 'pipe', 'pipe'],
    reaches: 'nothing',
  })
  if (!started.ok) throw new Error(`No new password could be set: ${started.error.message}`)
  const child = started.value
  child.stdout.resume()
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  child.stdin.on('error', () => undefined)
  child.stdin.end(`alter role ${SERVER_USER} password '${password}'\n`)
  const [output, code] = await Promise.all([text(child.stderr), ended])
  const complaint = output.split('\n').find((line) => /ERROR|FATAL|PANIC/.test(line))
  if (code !== 0 || complaint !== undefined) {
    const why = (complaint ?? output.trim()).replaceAll(password, '…')
    throw new Error(`The password of the database is lost, and no new one could be set: ${why}`)
  }
  writeFileSync(paths.password, password, { mode: 0o600, flush: true })
  changeOwner(paths.password, 0o600, runAs)
}
