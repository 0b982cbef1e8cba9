import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { type AgentIdentity, systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import type { ContextReplay } from '../context/replay-context.ts'
import type { Config, Provider, Tool } from '../ports.ts'
import { type AssembledTranscript, assembleTranscript } from '../transcript/assemble-transcript.ts'

export interface Asking {
  /** Of the agent and all above it, the root first. */
  readonly identities: readonly AgentIdentity[]
  readonly choice: ModelChoice
  readonly provider: Pick<Provider, 'endpoint'>
  readonly tools: readonly Tool[]
  readonly resumesPause: boolean
  /** The limit was reached: earlier requests of this turn offered tools, this one does not. */
  readonly toolsChanged: boolean
}

/** What a model is asked about a context: for a turn, and for whoever wants to see it. */
export function assembleRequest(
  context: ContextReplay,
  { identities, choice, provider, tools, resumesPause, toolsChanged }: Asking,
  { maxOutputTokens }: Config,
): AssembledTranscript {
  return assembleTranscript({
    context: withIdentities(context.items, identities),
    target: { ...choice, model: wireModelName(choice), endpoint: provider.endpoint },
    system: systemBlocks(context.system, identities),
    tools: tools.map(({ definition }) => definition),
    maxOutputTokens,
    // Tools that are no longer offered stand before everything: thinking that is bound to its prefix is invalid.
    editPoint: toolsChanged ? context.lastId : context.lastEdit,
    resumesPause,
  })
}
