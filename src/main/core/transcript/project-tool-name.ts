import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'

const MAX_NAME = 64

/** Returns the name if the provider accepts it; otherwise a valid one, with other characters replaced by `_`. */
export function projectToolName(name: string, traits: TranscriptTraits): string {
  if (traits.toolName.test(name)) return name
  const cleaned = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME)
  return traits.toolName.test(cleaned) ? cleaned : `tool_${cleaned}`.slice(0, MAX_NAME)
}
