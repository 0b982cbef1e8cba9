import type {
  DroppedPart,
  RenamedPart,
  RepairedViolation,
  SentFile,
  ShortenedText,
  SynthesisedPart,
} from '../../../shared/transcript-view.ts'

/** A transcript report under construction. */
export interface ReportDraft {
  readonly dropped: DroppedPart[]
  readonly synthesised: SynthesisedPart[]
  readonly renamed: RenamedPart[]
  readonly violations: RepairedViolation[]
  readonly files: SentFile[]
  readonly shortened: ShortenedText[]
}

export function newReport(): ReportDraft {
  return { dropped: [], synthesised: [], renamed: [], violations: [], files: [], shortened: [] }
}
