import { programName } from './risky-programs.ts'
import type { SimpleCommand } from './split-command.ts'

/** Programs that run a command given among their operands. */
const RUNS_OPERANDS = new Set(
  'command builtin exec eval env nohup nice ionice setsid stdbuf timeout time sudo doas su runuser chroot flock xargs parallel watch strace busybox toybox sh bash dash zsh ksh'.split(
    ' ',
  ),
)

/**
 * Returns every form of a command that a `deny` or `ask` rule may match: without quotes, escapes and assignments, the
 * program without its folder, and the command that a program such as `sudo` or `command` runs.
 */
export function commandForms({ text, plain, words }: SimpleCommand): readonly string[] {
  const [program = ''] = words
  const starts = RUNS_OPERANDS.has(programName(program)) ? words.map((_, at) => at) : [0]
  const forms = starts.flatMap((at) => formsOf(words.slice(at)))
  return [...new Set([text, plain, ...forms])].filter((form) => form !== '')
}

function formsOf([program = '', ...others]: readonly string[]): readonly string[] {
  const name = program.slice(program.lastIndexOf('/') + 1)
  return [[program, ...others].join(' '), [name, ...others].join(' ')]
}
