import { type SimpleCommand, splitCommand } from './split-command.ts'

/** Programs that run a command given among their operands. */
export const RUNS_OPERANDS = new Set(
  'command builtin exec eval env nohup nice ionice setsid stdbuf timeout time sudo doas su runuser chroot flock xargs parallel watch strace busybox toybox sh bash dash zsh ksh trap find taskset chrt'.split(
    ' ',
  ),
)

/** How deep command lines within command lines are read: `bash -c "sh -c 'rm a'"`. */
const MAX_DEPTH = 4

/**
 * Returns every form of a command that a `deny` or `ask` rule may match: without quotes, escapes and assignments, the
 * program without its folder, the command that a program such as `sudo` or `command` runs, and the commands of a line
 * that it is given as a word, as in `bash -c 'true; rm a'`.
 */
export function commandForms(command: SimpleCommand, depth = 0): readonly string[] {
  const { text, plain, words } = command
  const [program = ''] = words
  const runs = RUNS_OPERANDS.has(programName(program))
  const starts = runs ? words.map((_, at) => at) : [0]
  const forms = starts.flatMap((at) => formsOf(words.slice(at)))
  const nested = runs && depth < MAX_DEPTH ? words.slice(1).flatMap((word) => linesIn(word)) : []
  const inner = nested.flatMap((line) => splitCommand(line) ?? []).flatMap((each) => commandForms(each, depth + 1))
  return [...new Set([text, plain, ...forms, ...inner])].filter((form) => form !== '')
}

/** The name of a program without its folder and version. */
export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(?<=[A-Za-z])-?\d[\d.]*$/, '')
}

/** The command lines that a word may be: itself, and the value of an option of one letter (`env -S'rm a'`). */
function linesIn(word: string): readonly string[] {
  const value = /^-[A-Za-z]([^]+)$/.exec(word)?.[1]
  const lines = value === undefined ? [word] : [word, value]
  return lines.filter((line) => /[\s;&|]/.test(line))
}

function formsOf([program = '', ...others]: readonly string[]): readonly string[] {
  const name = program.slice(program.lastIndexOf('/') + 1)
  return [[program, ...others].join(' '), [name, ...others].join(' ')]
}
