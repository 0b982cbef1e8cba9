import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { Clock, IdSource, Logger } from './core/ports.ts'

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    // An abort ends the sleep early and is nothing to report: the caller looks at its signal.
    await delay(ms, undefined, { signal }).catch(() => undefined)
  },
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

/** One line of JSON a message, on stderr: stdout is for results. */
export function stderrLogger(): Logger {
  const write =
    (level: string): Logger['info'] =>
    (message, fields) =>
      void process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
