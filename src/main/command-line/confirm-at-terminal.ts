import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import type { TerminalQuestion } from './terminal-question.ts'

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
