import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentTree } from '../agents/agent-tree.ts'

export interface GateDependencies {
  readonly homes: AgentHomes
  readonly tree: AgentTree
}

type Operation<Input, Output> = (input: Input, signal?: AbortSignal) => Promise<Result<Output>>

/** Wraps operations so that they are refused for agents of other homes. */
export function createGate({ homes, tree }: GateDependencies) {
  const refusal = (ids: readonly (AgentId | undefined)[]): Result<never> | null => {
    for (const id of ids) {
      const refused = id === undefined ? null : homes.refusal(tree.get(id))
      if (refused !== null) return refused
    }
    return null
  }
  return {
    /** `idsOf`: the agents that the operation acts on. */
    allOf:
      <Input, Output>(operation: Operation<Input, Output>, idsOf: (input: Input) => readonly (AgentId | undefined)[]) =>
      async (input: Input, signal?: AbortSignal): Promise<Result<Output>> =>
        refusal(idsOf(input)) ?? operation(input, signal),
    agent:
      <Input extends { readonly agentId: AgentId }, Output>(operation: Operation<Input, Output>) =>
      async (input: Input, signal?: AbortSignal): Promise<Result<Output>> =>
        refusal([input.agentId]) ?? operation(input, signal),
  }
}

/** Nothing for an operation whose input names agents, so that it is passed to no function that takes this. */
type NamesNoAgent<Act> = Act extends (input: infer Input, ...rest: never[]) => unknown
  ? Input extends { readonly agentId: unknown } | { readonly agentIds: unknown }
    ? never
    : unknown
  : never

/** It shows the log, or what is known of the tree, whichever home an agent has. */
export const shows = <Act>(operation: Act): Act => operation
/** It ends work, at all homes. */
export const ends = <Act>(operation: Act): Act => operation
/** It arranges the tree, which all homes share. */
export const arranges = <Act>(operation: Act): Act => operation
/** It decides for itself what is left to the home of an agent. */
export const decides = <Act>(operation: Act): Act => operation

/** It is about this home, or about content without an agent. One whose input names an agent does not compile. */
export const apart = <Act>(operation: Act & NamesNoAgent<Act>): Act => operation
