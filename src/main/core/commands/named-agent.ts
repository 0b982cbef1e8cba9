import type { AgentTree } from '../agents/agent-tree.ts'
import type { CommandSituation } from './command.ts'

/** Where ids are found: a model has no command that lists agents. */
const SOURCES = {
  person: '/agents lists them.',
  model: 'Use an id that fork answered with, or that mail came from.',
} as const

/** Finds an agent by a prefix of its id, with an error text for who gave the command. */
export function namedAgent(
  prefix: string,
  { tree, by }: Pick<CommandSituation, 'tree' | 'by'>,
): ReturnType<AgentTree['find']> {
  const found = tree.find(prefix)
  return found.ok || !found.isUnknown ? found : { ...found, message: `${found.message} ${SOURCES[by]}` }
}
