import { sentence } from '../../shared/sentence.ts'
import type { ListedCommand, ListedOption } from './command-tree.ts'

/** Returns the man page of a program in roff, for `man -l`. */
export function manPage(program: ListedCommand, version: string): string {
  return [
    `.TH ${program.name.toUpperCase()} 1 "" "${program.name} ${version}"`,
    '.SH NAME',
    `${roff(program.name)} \\- ${roff(program.description)}`,
    '.SH SYNOPSIS',
    `.B ${roff(program.name)}`,
    'COMMAND [OPTIONS]',
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => commandLines(command, [program.name])),
    '',
  ].join('\n')
}

function commandLines(command: ListedCommand, path: readonly string[]): readonly string[] {
  const words = [...path, command.name]
  return [
    `.SS "${roff([...words, command.usage].join(' ').trim())}"`,
    roff(sentence(command.description)),
    ...command.options.flatMap(optionLines),
    ...command.commands.flatMap((below) => commandLines(below, words)),
  ]
}

function optionLines({ usage, description }: ListedOption): readonly string[] {
  return ['.TP', `.B ${roff(usage)}`, roff(sentence(description))]
}

/** Escapes what roff reads as a request or as a character of its own. */
function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('"', String.raw`\(dq`)
  return /^[.']/.test(escaped) ? String.raw`\&` + escaped : escaped
}
