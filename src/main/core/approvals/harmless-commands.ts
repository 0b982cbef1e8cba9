import { isHarmless } from './harmless-programs.ts'
import { splitCommand } from './split-command.ts'

/** Whether a command line certainly writes nothing: each of its commands is a program that is known to only read. */
export function onlyReads(commandLine: string): boolean {
  const commands = splitCommand(commandLine)
  return (
    commands !== null &&
    commands.length > 0 &&
    commands.every(({ words, assignments }) => assignments.length === 0 && isHarmless(words))
  )
}
