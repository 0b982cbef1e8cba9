import type { AgentSummary } from '../../shared/agent-summary.ts'
import { FILTER_KEYS, FILTER_STATES } from './agent-filter.ts'
import { folderNames } from './folder-name.ts'

const MOST = 8

/** The values that a key can have, of those that agents have now; keys with any value are missing. */
const VALUES: Readonly<Record<string, (agents: readonly AgentSummary[]) => Iterable<string>>> = {
  is: () => FILTER_STATES,
  model: (agents) => agents.flatMap(({ choice }) => choice?.model ?? []),
  provider: (agents) => agents.flatMap(({ choice }) => choice?.provider ?? []),
  project: (agents) => folderNames(agents.flatMap(({ folder }) => folder ?? [])).values(),
}

/** Returns how the last word of a filter can go on: with the rest of a key, or with a value of its key. */
export function filterSuggestions(query: string, agents: readonly AgentSummary[]): readonly string[] {
  const [, minus = '', typed = ''] = /(?:^|\s)(-?)(\S*)$/.exec(query) ?? []
  const [key = '', value] = typed.toLowerCase().split(':', 2)
  const found =
    value === undefined
      ? FILTER_KEYS.filter((each) => key !== '' && each.startsWith(key)).map((each) => `${each}:`)
      : valuesOf(key, value, agents).map((each) => `${key}:${quoted(each)}`)
  return found.slice(0, MOST).map((each) => minus + each)
}

function valuesOf(key: string, value: string, agents: readonly AgentSummary[]): readonly string[] {
  const values = Object.hasOwn(VALUES, key) ? (VALUES[key]?.(agents) ?? []) : []
  return [...new Set(values)].filter((each) => each !== value && each.toLowerCase().startsWith(value))
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value
}

/** Returns the filter with its last word replaced. A key waits for its value; after a value, another word can follow. */
export function withSuggestion(query: string, suggestion: string): string {
  const before = query.replace(/\S*$/, '')
  return `${before}${suggestion}${suggestion.endsWith(':') ? '' : ' '}`
}
