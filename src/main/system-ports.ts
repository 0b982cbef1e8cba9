import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import type { JsonObject, JsonValue } from '../shared/json.ts'
import { jsonText } from '../shared/json-text.ts'
import type { Clock, IdSource, Logger, TurnScope, TurnScopes } from './core/ports/system-ports.ts'
import { processOutput } from './process-output.ts'

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    // An abort only ends the sleep early; the caller checks its signal.
    await delay(ms, undefined, { signal }).catch(() => undefined)
  },
}

const turns = new AsyncLocalStorage<TurnScope>()

/** Follows timers, promises and events; Node calls its handlers of uncaught exceptions in the scope of what threw. */
export const systemTurnScopes: TurnScopes = {
  run: (turn, work) => turns.run(turn, work),
  current: () => turns.getStore() ?? null,
}

const CALL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const CALL_LENGTH = 24

/** Ids from the system's random source. */
export const systemIds: IdSource = {
  uuid: () => randomUUID(),
  toolCallId: () => {
    const letters = Array.from(randomBytes(CALL_LENGTH), (byte) => CALL_ALPHABET[byte % CALL_ALPHABET.length] ?? 'A')
    return `call_${letters.join('')}`
  },
  random: () => Math.random(),
}

/**
 * Returns where the user has started this program, symlinks resolved; undefined if that folder is gone. npm starts programs
 * in the folder of their package, and says in INIT_CWD where the user was.
 */
export function startFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    return realpathSync(environment['INIT_CWD'] ?? process.cwd())
  } catch {
    return undefined
  }
}

/** Logs one line per message on stderr, because stdout is for results: as text on a terminal, otherwise as JSON. */
export function stderrLogger(): Logger {
  const write =
    (level: LogLine['level']): Logger['info'] =>
    (message, fields = {}) =>
      processOutput.error(`${logLine({ level, message, fields }, processOutput.errorIsTerminal)}\n`)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: JsonObject
}

/** Returns `warn: message (field: value)` for a terminal, otherwise a JSON object with the time. */
export function logLine({ level, message, fields }: LogLine, forPeople: boolean): string {
  if (!forPeople) return jsonText({ at: new Date().toISOString(), level, message, ...fields })
  const details = Object.entries(fields).map(([name, value]) => `${name}: ${textOf(value)}`)
  const line = `${level}: ${message}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
  // Keep each message on one line, even if it contains line ends from a provider or a program.
  return line.replaceAll(/[\t\r\n]+/g, ' ')
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names of platforms for display. */
const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' }

/** The name of this machine's platform for display. */
export const platformName: string = PLATFORMS[process.platform] ?? process.platform
