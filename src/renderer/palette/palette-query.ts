import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { HelpPageSummary } from '../../shared/help-library.ts'
import type { HelpTarget } from '../../shared/help-pages.ts'
import { agentName } from '../store/agent-name.ts'
import { paletteMatch } from './palette-match.ts'

/** What the palette looks for. */
export interface PaletteQuery {
  readonly scope: 'all' | 'commands' | 'agents' | 'messages'
  readonly words: string
}

const SCOPES = { '>': 'commands', '@': 'agents', '#': 'messages' } as const

/** Parses what was typed: `>` limits the palette to commands, `@` to agents, `#` to messages. */
export function parsePaletteQuery(typed: string): PaletteQuery {
  const text = typed.trim()
  const [first = ''] = text
  if (first !== '>' && first !== '@' && first !== '#') return { scope: 'all', words: text }
  return { scope: SCOPES[first], words: text.slice(1).trim() }
}

/** Agents that the palette lists at most: each item costs time when the palette opens. */
const MOST_AGENTS = 10

export interface PaletteAgents {
  readonly shown: readonly AgentSummary[]
  /** Number of agents that match and are not shown. */
  readonly more: number
}

/** Returns the agents that match best, of equal ones those that were active last. */
export function paletteAgents(agents: Iterable<AgentSummary>, words: string): PaletteAgents {
  const found = [...agents]
    .map((agent) => ({ agent, match: paletteMatch(agent.id, words, agentKeywords(agent)) }))
    .filter(({ match }) => match > 0)
    .toSorted((a, b) => b.match - a.match || (lastActive(a.agent) < lastActive(b.agent) ? 1 : -1))
    .map(({ agent }) => agent)
  return { shown: found.slice(0, MOST_AGENTS), more: Math.max(0, found.length - MOST_AGENTS) }
}

/** Returns the texts by which an agent is found. */
export function agentKeywords(agent: AgentSummary): readonly string[] {
  return [agentName(agent), agent.choice?.model ?? '']
}

/** Returns when an agent was active last, ISO 8601, UTC: ordered as text. */
export function lastActive({ lastActivityAt, createdAt }: AgentSummary): string {
  return lastActivityAt ?? createdAt
}

/** Headings of the help that the palette lists at most. */
const MOST_HEADINGS = 5

/** A page of the help, or a heading of one. */
interface FoundHeading {
  readonly target: HelpTarget
  readonly title: string
  readonly pageTitle: string
}

/** Returns the pages and headings of the help that match best, of equal ones the pages first. */
export function paletteHeadings(pages: readonly HelpPageSummary[], words: string): readonly FoundHeading[] {
  if (words === '') return []
  return pages
    .flatMap(({ page, title, headings }): readonly FoundHeading[] => [
      { target: { page, anchor: null }, title, pageTitle: title },
      ...headings.map((heading) => ({
        target: { page, anchor: heading.anchor },
        title: heading.title,
        pageTitle: title,
      })),
    ])
    .map((found) => ({ found, match: paletteMatch('', words, [found.title, found.pageTitle]) }))
    .filter(({ match }) => match > 0)
    .toSorted(
      (a, b) => b.match - a.match || Number(a.found.target.anchor !== null) - Number(b.found.target.anchor !== null),
    )
    .slice(0, MOST_HEADINGS)
    .map(({ found }) => found)
}
