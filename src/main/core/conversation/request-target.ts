import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { fileTarget } from '../../../shared/model-content.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'

/** The part of its window that a model is sent of one result at most. */
const RESULT_PART = 1 / 10

/** Returns what a transcript for this choice is rendered for. */
export function requestTarget(
  choice: ModelChoice,
  endpoint: string,
  {
    config,
    catalog,
  }: { readonly config: Pick<Config, 'maxResultTokens'>; readonly catalog: Pick<ModelCatalog, 'find'> },
): TranscriptTarget {
  const known = catalog.find(choice.provider, choice.model)
  const target = { ...fileTarget(choice, known), model: wireModelName(choice), endpoint }
  // An outside agent is sent the user's texts, and limits the results of its own tools.
  if (choice.provider === OUTSIDE) return target
  const part = Math.floor((known?.contextWindow ?? Number.POSITIVE_INFINITY) * RESULT_PART)
  return { ...target, resultTokens: Math.min(config.maxResultTokens, part) }
}
