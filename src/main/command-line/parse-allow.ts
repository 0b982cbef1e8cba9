import { meantHint } from '../../shared/nearest-name.ts'
import type { Command } from 'commander'

import type { ApprovalRule } from '../../shared/approval.ts'
import { EFFECT_RULES } from '../../shared/command-effects.ts'
import { NETWORK_RULES } from '../../shared/sandbox.ts'
import { serverToolPrefix, type ToolList } from '../../shared/tool-list.ts'
import { isSearchTool } from '../../shared/tool-search.ts'
import { defined } from '../../shared/defined.ts'

export type ParsedAllow =
  | { readonly ok: true; readonly rules: readonly ApprovalRule[] }
  | { readonly ok: false; readonly message: string }

/** The flags that allow calls in this run only. */
export interface AllowFlags {
  /** Calls that may run without a question, as `TOOL[:PATTERN]`; `*` in TOOL matches any text. */
  readonly allow?: readonly string[]
  /** The same, also for commands that leave the sandbox. */
  readonly allowOutside?: readonly string[]
}

/** Adds the flags to a command. `calls`: which calls, as the end of a sentence. */
export function addAllowFlags(command: Command, calls = ''): Command {
  const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]
  return command
    .option(
      '--allow <tool[:pattern]>',
      `allow a tool without asking${calls}, such as bash:'git status *'; repeatable`,
      collect,
    )
    .option(
      '--allow-outside <tool[:pattern]>',
      'the same, also for commands that leave the sandbox; repeatable',
      collect,
    )
}

export function parseAllow({ allow = [], allowOutside = [] }: AllowFlags): ParsedAllow {
  const values = [
    ...allow.map((value) => ({ flag: '--allow', value })),
    ...allowOutside.map((value) => ({ flag: '--allow-outside', value })),
  ]
  const wrong = values.find(({ value }) => !/^[\w*-]+(:[^]+)?$/.test(value))
  if (wrong !== undefined) {
    const { flag, value } = wrong
    return { ok: false, message: `${flag} ${value}: give TOOL or TOOL:PATTERN, as bash or 'bash:git status *'.` }
  }
  const rules = values.map(({ flag, value }, index): ApprovalRule => {
    const [tool = '', ...pattern] = value.split(':')
    return {
      ...defined({ outside: flag === '--allow-outside' ? true : undefined }),
      id: `${flag} ${index}`,
      tool,
      pattern: pattern.length === 0 ? null : pattern.join(':'),
      action: 'allow',
      scope: { type: 'everywhere' },
      createdAt: 0,
    }
  })
  return { ok: true, rules }
}

/** Names of rules that are not the names of tools. */
const RULE_NAMES = ['mail', 'fork', NETWORK_RULES, EFFECT_RULES]

/**
 * Returns a message about the first rule for an unknown tool; null: there is none. Every name of a configured server is
 * accepted, because its tools are known only while it runs.
 */
export function unknownToolProblem(rules: readonly ApprovalRule[], { tools, servers }: ToolList): string | null {
  const names = [...tools.map(({ name }) => name), ...RULE_NAMES]
  const prefixes = servers.map(({ name }) => serverToolPrefix(name))
  const isKnown = ({ tool }: ApprovalRule): boolean => {
    const [start = '', ...others] = tool.split('*')
    const isOpen = others.length > 0
    if (names.some((name) => (isOpen ? name.startsWith(start) : name === start))) return true
    return prefixes.some((prefix) => start.startsWith(prefix) || (isOpen && prefix.startsWith(start)))
  }
  const unknown = rules.find((rule) => !isKnown(rule))
  if (unknown === undefined) return null
  // Rules are about the tools that the search finds, not about the search.
  const own = tools.filter(({ server, name }) => server === null && !isSearchTool(name)).map(({ name }) => name)
  const flag = unknown.outside === true ? '--allow-outside' : '--allow'
  return `${flag} ${unknown.tool}: there is no such tool.${meantHint(unknown.tool, own)} Tools: ${[...own, ...prefixes.map((prefix) => `${prefix}*`)].join(', ')}.`
}
