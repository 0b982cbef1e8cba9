import { createInterface } from 'node:readline'

import type { Output } from '../process-output.ts'

/** Prints a question and returns the typed line; null: the input has ended. */
export type TerminalQuestion = (question: string) => Promise<string | null>

/** Asks at the terminal; null: stdin or stderr is none. */
export function terminalQuestion(output: Output, errorIsTerminal: boolean): TerminalQuestion | null {
  if (!process.stdin.isTTY || !errorIsTerminal) return null
  return (question) => {
    output.error(question)
    const lines = createInterface({ input: process.stdin })
    const { promise, resolve } = Promise.withResolvers<string | null>()
    lines.once('close', () => resolve(null))
    lines.once('line', resolve)
    return promise.finally(() => lines.close())
  }
}
