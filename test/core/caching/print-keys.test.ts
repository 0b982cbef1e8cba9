import { expect, it } from 'vitest'

import type { PrintKey } from '../../../src/main/core/caching/print-keys.ts'
import { recordedPrint, requestPrint } from '../../../src/main/core/caching/request-print.ts'
import { memorySettings } from '../../support/memory-settings.ts'
import { printKey, printKeysOf } from '../../support/print-keys.ts'

/** What an answer keeps of a prompt after the prompt was redacted. */
const hashOfPin = (pin: number, key: PrintKey): string => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: `My PIN is ${pin}` }] }] as const
  const request = { model: 'm', thinkingLevel: 'none', maxOutputTokens: 1, system: [], tools: [], messages } as const
  return recordedPrint(requestPrint(request, key), null).messages
}

const guesses = (recorded: string, key: PrintKey): readonly number[] =>
  Array.from({ length: 2_000 }, (_, pin) => pin).filter((pin) => hashOfPin(pin, key) === recorded)

async function currentOf(keys: ReturnType<typeof printKeysOf>): Promise<PrintKey> {
  const key = await keys.current()
  if (key === null) throw new Error('No key')
  return key
}

it('hashes of requests show no redacted text to who tries all, with the log or with the whole database', async () => {
  const settings = memorySettings()
  const keys = printKeysOf(settings)
  const recorded = hashOfPin(1234, await currentOf(keys))
  // With the log alone.
  expect(guesses(recorded, printKey(''))).not.toContain(1234)
  expect(guesses(recorded, await currentOf(printKeysOf(memorySettings())))).not.toContain(1234)
  // The key that is stored counts after a restart, and is enough to try all.
  expect(guesses(recorded, await currentOf(printKeysOf(settings)))).toContain(1234)
  expect(await keys.replace()).toBe(true)
  expect(guesses(recorded, await currentOf(printKeysOf(settings)))).not.toContain(1234)
})

it('another engine uses the new key when it has read of the redaction', async () => {
  const settings = memorySettings()
  const [here, elsewhere] = [printKeysOf(settings), printKeysOf(settings)]
  const before = await currentOf(elsewhere)
  await here.replace()
  elsewhere.forget()
  expect((await currentOf(elsewhere)).name).toBe((await currentOf(here)).name)
  expect(before.name).not.toBe((await currentOf(here)).name)
})

it('nothing is hashed while the settings cannot be read', async () => {
  const keys = printKeysOf(memorySettings(true))
  expect(await keys.current()).toBeNull()
  expect(await keys.replace()).toBe(false)
})
