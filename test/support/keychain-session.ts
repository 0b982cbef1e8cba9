import { execFile, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const PROGRAMS = ['dbus-daemon', 'gnome-keyring-daemon', 'gdbus'] as const

const SERVICE = 'org.freedesktop.secrets'
const KEYRING = '/org/freedesktop/secrets'
const LOGIN_KEYRING = `${KEYRING}/collection/login`

/** Returns why the keychain cannot be tested on this machine; null if it can. */
export function missingForKeychain(): string | null {
  if (process.platform !== 'linux') return `the test keyring is Linux's, this is ${process.platform}`
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  return missing.length === 0 ? null : `${missing.join(', ')} not installed`
}

/** A separate D-Bus session with a real, unlocked keyring in a home directory of its own. */
export interface KeychainSession {
  /** Environment for processes that use this keyring. */
  readonly environment: NodeJS.ProcessEnv
  lock(): Promise<void>
  /** Suspends the service: it keeps its name on the bus and does not answer. */
  freeze(): void
  readonly servicePid: number | undefined
  close(): Promise<void>
}

export async function openKeychainSession(): Promise<KeychainSession> {
  const home = await mkdtemp(join(tmpdir(), 'ikigai-keyring-'))
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'bus')}`,
  }
  const bus = await startBus(environment)
  const keyring = await startKeyring(environment)
  return {
    environment,
    lock: () => callService(environment, 'Lock', `[objectpath "${LOGIN_KEYRING}"]`),
    freeze: () => void keyring.kill('SIGSTOP'),
    servicePid: keyring.pid,
    async close() {
      await Promise.all([keyring, bus].map(end))
      await rm(home, { recursive: true, force: true })
    },
  }
}

/**
 * Prints to the real standard error why a test cannot run; the runner would show it only with the test's own output.
 */
export function reportMissing(reason: string): void {
  process.stderr.write(`The keychain is not tried for real: ${reason}.\n`)
}

async function startBus(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const address = `--address=${environment['DBUS_SESSION_BUS_ADDRESS']}`
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1', address], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await firstLine(bus.stdout)
  return bus
}

async function startKeyring(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keyring.stdin.end('throw-away password')
  await execute('gdbus', ['wait', '--session', '--timeout', '20', SERVICE], { env: environment })
  return keyring
}

async function firstLine(stream: Readable): Promise<void> {
  await once(createInterface({ input: stream }), 'line')
}

async function callService(environment: NodeJS.ProcessEnv, method: string, ...args: string[]): Promise<void> {
  const target = ['--dest', SERVICE, '--object-path', KEYRING]
  const name = `org.freedesktop.Secret.Service.${method}`
  await execute('gdbus', ['call', '--session', ...target, '--method', name, ...args], { env: environment })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
