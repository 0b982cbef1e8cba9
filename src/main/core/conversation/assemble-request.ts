import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { type AgentIdentity, systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import type { ContextReplay } from '../context/replay-context.ts'
import type { Config, ModelCatalog, Provider, Tool } from '../ports.ts'
import { type AssembledTranscript, assembleTranscript } from '../transcript/assemble-transcript.ts'
import { outputLimit } from './output-limit.ts'

export interface RequestOptions {
  /** Of the agent and all above it, the root first. */
  readonly identities: readonly AgentIdentity[]
  readonly choice: ModelChoice
  readonly provider: Pick<Provider, 'endpoint'>
  readonly tools: readonly Tool[]
  readonly resumesPause: boolean
  /** False: the tools stay in the request, where the cached prefix begins, but none may be called. */
  readonly mayCallTools: boolean
}

/** What a model is asked about a context: for a turn, and for whoever wants to see it. */
export function assembleRequest(
  context: ContextReplay,
  { identities, choice, provider, tools, resumesPause, mayCallTools }: RequestOptions,
  settings: { readonly config: Config; readonly catalog: ModelCatalog },
): AssembledTranscript {
  const limit = outputLimit(choice, context.items, settings)
  return assembleTranscript({
    context: withIdentities(context.items, identities),
    target: { ...choice, model: wireModelName(choice), endpoint: provider.endpoint },
    system: systemBlocks(context.system, identities),
    tools: tools.map(({ definition }) => definition),
    ...(!mayCallTools && { toolChoice: 'none' }),
    maxOutputTokens: limit.tokens,
    isOutputMaximum: limit.isModelMaximum,
    editPoint: context.lastEdit,
    resumesPause,
  })
}
