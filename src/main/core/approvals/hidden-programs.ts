import { programName, RUNS_OPERANDS } from './command-forms.ts'
import { isHarmless } from './harmless-programs.ts'
import type { SimpleCommand } from './split-command.ts'

/** Builtins of bash that change which program a later word names, or that run a text (bash(1)). */
const CHANGES_LOOKUP = new Set([
  'alias',
  'enable',
  'eval',
  'hash',
  'source',
  '.',
  'trap',
  'unalias',
  'bind',
  'complete',
])

/** Variables that decide which program is found or loaded, or that hold options or commands. */
const LOOKUP_VARIABLE =
  /^(PATH|ENV|IFS|SHELL|PS[0-4]|BASH_\w+|LD_\w+|DYLD_\w+|GIT_\w+|\w*(PAGER|EDITOR|COMMAND|RSH|ASKPASS|OPT|OPTS|OPTIONS|MAKEFLAGS|CONFIG_PATH)|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|PYTHONSTARTUP)$/

/**
 * Returns whether a command may run what a narrow rule denies or asks about, in a form that cannot be compared with the
 * rule: its program is a file name pattern, it changes which program a name stands for, or one of its words, or the
 * value of a variable, contains the words of the rule, as in `taskset 1 rm a` and `ln -s /bin/rm b`. Programs that only read may name anything.
 *
 * @param patterns Of the rules; the command matches none of them.
 */
export function mayHide(command: SimpleCommand, patterns: readonly string[]): boolean {
  const { words, assignments, assignedValues, filePatterns } = command
  const [program = '', ...others] = words
  if (filePatterns.includes(program) || assignments.some((name) => LOOKUP_VARIABLE.test(name))) return true
  if (CHANGES_LOOKUP.has(programName(program)) && others.length > 0) return true
  if (assignments.length === 0 && isHarmless(words)) return false
  const all = [...assignedValues, ...words]
  const isRunner = RUNS_OPERANDS.has(programName(program))
  return patterns.some((pattern) => {
    const [denied = ''] = writtenWords(pattern)
    return holdsWords(all, pattern) || filePatterns.some((each) => mayStandFor(each, programName(denied), isRunner))
  })
}

/**
 * Whether a file name pattern may become a path of the program. One without a letter of its own, as `src/*`, counts only
 * for a program that runs its operands, and in a folder of programs.
 */
function mayStandFor(filePattern: string, program: string, isRunner: boolean): boolean {
  const [, folder = '', name = ''] = /^([^]*\/)?([^]*)$/.exec(filePattern) ?? []
  const isOpen = !/[^?*[\]^!-]/.test(name)
  if (isOpen && !isRunner && !folder.endsWith('bin/')) return false
  return patternExpression(name).test(program)
}

/** The regular expression of a file name pattern. A bracket that is more than a list of letters stands for any character. */
function patternExpression(pattern: string): RegExp {
  const parts = pattern.match(/\[[\w.]+\]|\[[^\]]*\]|\*+|[^]/g) ?? []
  const sources = parts.map((part) => {
    if (part.startsWith('*')) return '.*'
    if (/^\[[\w.]+\]$/.test(part)) return part
    return part === '?' || part.length > 1 ? '.' : part.replaceAll(/[^\w]/g, String.raw`\$&`)
  })
  return new RegExp(`^${sources.join('')}$`, 's')
}

/** Whether the words hold every word that the pattern writes out: `git -C a push` holds those of `git push *`. */
function holdsWords(words: readonly string[], pattern: string): boolean {
  const written = writtenWords(pattern)
  return written.length > 0 && written.every((word) => words.some((each) => holds(each, word, words)))
}

function writtenWords(pattern: string): readonly string[] {
  return pattern.split(/[\s*]+/).filter((word) => word !== '')
}

function holds(word: string, wanted: string, words: readonly string[]): boolean {
  if (/^-[A-Za-z]+$/.test(wanted)) return Array.from(wanted.slice(1)).every((letter) => hasShortOption(words, letter))
  const name = programName(wanted)
  for (let at = word.indexOf(name); at !== -1; at = word.indexOf(name, at + 1)) {
    // An option of one letter may be followed by its value: `env -Srm`.
    const isBegin = !/[\w-]$/.test(word.slice(0, at)) || /^-[A-Za-z]$/.test(word.slice(0, at))
    if (isBegin && !/^[\w-]/.test(word.slice(at + name.length))) return true
  }
  return false
}

function hasShortOption(words: readonly string[], letter: string): boolean {
  return words.some((word) => /^-[A-Za-z]/.test(word) && word.includes(letter))
}
