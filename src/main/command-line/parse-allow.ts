import type { ApprovalRule } from '../../shared/approval.ts'
import { NETWORK_RULES } from '../../shared/sandbox.ts'
import { serverToolPrefix, type ToolList } from '../../shared/tool-list.ts'
import { isSearchTool } from '../../shared/tool-search.ts'

export type ParsedAllow =
  | { readonly ok: true; readonly rules: readonly ApprovalRule[] }
  | { readonly ok: false; readonly message: string }

/** `--allow TOOL[:PATTERN]`: calls that may run without asking, in this run only. `*` in TOOL matches any text. */
export function parseAllow(values: readonly string[]): ParsedAllow {
  const wrong = values.find((value) => !/^[\w*-]+(:[^]+)?$/.test(value))
  if (wrong !== undefined) {
    return { ok: false, message: `--allow ${wrong}: give TOOL or TOOL:PATTERN, as bash or 'bash:git status *'.` }
  }
  const rules = values.map((value, index): ApprovalRule => {
    const [tool = '', ...pattern] = value.split(':')
    return {
      id: `--allow ${index}`,
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
const RULE_NAMES = ['mail', 'fork', NETWORK_RULES]

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
  return `--allow ${unknown.tool}: there is no such tool. Tools: ${[...own, ...prefixes.map((prefix) => `${prefix}*`)].join(', ')}.`
}
