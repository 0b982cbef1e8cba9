import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { fileTarget } from '../../../shared/model-content.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { resultLimit, type ResultSettings } from '../context/result-limit.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'

/** Returns what a transcript for this choice is rendered for. */
export function requestTarget(
  choice: ModelChoice,
  endpoint: string,
  { config, catalog }: ResultSettings,
): TranscriptTarget {
  const known = catalog.find(choice.provider, choice.model)
  const target = { ...fileTarget(choice, known), model: wireModelName(choice), endpoint }
  return { ...target, ...resultLimit(choice, { config, catalog }) }
}
