import { createInterface } from 'node:readline'

import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

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

/** Asks for a `yes`. Returns `EXIT.done` if it was given, else the exit code of the command, which has been said why. */
export async function confirmAtTerminal(
  question: string,
  { output, ask }: { readonly output: Output; readonly ask: TerminalQuestion | null },
): Promise<ExitCode> {
  if (ask === null) {
    output.error('There is no terminal to ask at. Give --yes.\n')
    return EXIT.usage
  }
  const answer = await ask(question)
  if (answer?.trim().toLowerCase() === 'yes') return EXIT.done
  output.error('Nothing was changed.\n')
  return EXIT.cancelled
}
