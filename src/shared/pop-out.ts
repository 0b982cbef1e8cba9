import { MAX_COMPARED } from './comparison-size.ts'
import type { AgentId } from './ids.ts'

/** What a window of its own shows in place of the layout that the other windows share: one agent, or several compared. */
export interface PopOut {
  /** At least one; several are compared. */
  readonly agents: readonly AgentId[]
}

const PARAMETER = 'show'
const SEPARATOR = '.'
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the path and query of the page that shows these agents. */
export function popOutPath({ agents }: PopOut): string {
  return `/?${PARAMETER}=${agents.join(SEPARATOR)}`
}

/** Reads the query of a page; null: it names no agents, or something else. */
export function parsePopOut(query: string): PopOut | null {
  const agents = (new URLSearchParams(query).get(PARAMETER) ?? '').split(SEPARATOR)
  const isValid = agents.length <= MAX_COMPARED && new Set(agents).size === agents.length
  return isValid && agents.every((id) => ID.test(id)) ? { agents } : null
}
