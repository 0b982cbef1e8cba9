import { type CacheMiss, MISS_LABELS, type MissCause, type MissPlace } from './cache-miss.ts'

/** The words of a miss, in one language. A type, so that it fits into a catalogue of texts. */
export type CacheMissWords = {
  readonly causes: Readonly<Record<MissCause, string>>
  readonly tool: Readonly<Record<'added' | 'removed' | 'changed' | 'moved', (holes: { name: string }) => string>>
  readonly system: (holes: { block: number; line: number | null }) => string
  readonly message: (holes: { number: number }) => string
  readonly models: (holes: { from: string; to: string }) => string
  readonly pause: (holes: { minutes: number; kept: number; documented: boolean }) => string
}

export const ENGLISH_MISS: CacheMissWords = {
  causes: MISS_LABELS,
  tool: {
    added: ({ name }) => `${name} was added`,
    removed: ({ name }) => `${name} was removed`,
    changed: ({ name }) => `the definition of ${name} changed`,
    moved: ({ name }) => `tools from ${name} on`,
  },
  system: ({ block, line }) => (line === null ? `part ${block}` : `part ${block}, line ${line}`),
  message: ({ number }) => `from message ${number} on`,
  models: ({ from, to }) => `${from}, now ${to}`,
  pause: ({ minutes, kept, documented }) =>
    documented
      ? `after ${minutes} minutes; entries are kept for ${kept}`
      : `after ${minutes} minutes; how long entries are kept is not documented`,
}

/** Says in a few words why input was cold: `Tools changed: read was added`. */
export function cacheMissText(miss: CacheMiss, words: CacheMissWords = ENGLISH_MISS): string {
  const details = detailsOf(miss, words)
  return details === null ? words.causes[miss.cause] : `${words.causes[miss.cause]}: ${details}`
}

const MINUTE_MS = 60_000

function detailsOf({ place, models, pause }: CacheMiss, words: CacheMissWords): string | null {
  if (models !== undefined) return words.models(models)
  if (pause !== undefined) {
    const minutes = Math.max(1, Math.floor(pause.ms / MINUTE_MS))
    return words.pause({ minutes, kept: Math.round(pause.kept_ms / MINUTE_MS), documented: pause.documented })
  }
  return place === undefined ? null : placeText(place, words)
}

function placeText(place: MissPlace, words: CacheMissWords): string {
  if (place.part === 'tool') return words.tool[place.change](place)
  return place.part === 'system' ? words.system({ block: place.block, line: place.line ?? null }) : words.message(place)
}
