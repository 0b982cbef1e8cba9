import { readFile } from 'node:fs/promises'

import { errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import type { Output } from '../process-output.ts'

export interface PassphraseWishes {
  readonly encrypt?: boolean
  readonly passphraseFile?: string
}

export interface PassphraseSources {
  /** Of IKIGAI_BACKUP_PASSPHRASE. */
  readonly environment: string | null
  /** Whether the backup is encrypted; null: there is none yet. */
  readonly isEncrypted: boolean | null
  /** Asks at the terminal without showing what is typed; null: there is no terminal. */
  readonly ask: ((question: string) => Promise<string | null>) | null
}

/**
 * Finds the passphrase: in a file, in the environment, or asked at the terminal. Never an argument, which every user of
 * the machine can read. Null: not encrypted.
 */
export async function readPassphrase(
  { encrypt = false, passphraseFile }: PassphraseWishes,
  { environment, isEncrypted, ask }: PassphraseSources,
): Promise<Result<string | null>> {
  if (passphraseFile !== undefined) return readFromFile(passphraseFile)
  if (environment !== null) return environment === '' ? refuse('IKIGAI_BACKUP_PASSPHRASE is empty.') : ok(environment)
  if (!encrypt && isEncrypted !== true) return ok(null)
  if (ask === null) {
    return refuse(
      'The backup is encrypted, and there is no terminal to ask at. Give --passphrase-file or IKIGAI_BACKUP_PASSPHRASE.',
    )
  }
  const first = await ask('Passphrase: ')
  if (first === null || first === '') return refuse('No passphrase was given. Nothing was changed.')
  if (isEncrypted === true) return ok(first)
  const second = await ask('The same passphrase again: ')
  return first === second ? ok(first) : refuse('The two passphrases differ. Nothing was changed.')
}

async function readFromFile(path: string): Promise<Result<string>> {
  try {
    const text = (await readFile(path, 'utf8')).replace(/\r?\n$/, '')
    return text === '' ? refuse(`${path} is empty.`) : ok(text)
  } catch (error) {
    return refuse(`The passphrase could not be read: ${errorMessage(error)}`)
  }
}

interface Keyboard extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
  setRawMode?(on: boolean): unknown
}

/** Asks at the terminal without showing what is typed. Null: there is no terminal. */
export function hiddenQuestion(
  output: Output,
  keyboard: Keyboard = process.stdin,
): ((question: string) => Promise<string | null>) | null {
  if (keyboard.isTTY !== true) return null
  return async (question) => {
    output.error(question)
    keyboard.setRawMode?.(true)
    keyboard.setEncoding('utf8')
    keyboard.resume()
    const { promise, resolve } = Promise.withResolvers<string | null>()
    let typed = ''
    const onData = (text: string | Buffer): void => {
      for (const key of text.toString()) {
        if (key === '\r' || key === '\n') return resolve(typed)
        if (key === '\u0003' || key === '\u0004') return resolve(null)
        typed = key === '\u007f' || key === '\b' ? typed.replace(/.$/u, '') : typed + key
      }
    }
    keyboard.on('data', onData)
    const answer = await promise
    keyboard.removeListener('data', onData)
    keyboard.pause()
    keyboard.setRawMode?.(false)
    output.error('\n')
    return answer
  }
}
