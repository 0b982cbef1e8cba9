/** What a request is sent without after the provider has refused it, in the order in which it is said. */
export const PLAIN_PARTS = ['files', 'results', 'server_tools', 'thinking', 'options', 'tool_schemas'] as const
export type PlainPart = (typeof PLAIN_PARTS)[number]

/** How the request of an answer was sent, because the provider refused the complete one. */
export interface PlainData {
  readonly left_out: readonly PlainPart[]
  /** Only pictures with a longer side are left out, pixels. Missing: all that is named in `left_out` is. */
  readonly image_side?: number
  /** The provider's words. Missing: the request followed an answer that was sent so, and was not tried completely. */
  readonly refusal?: string
  /** Path of the file with both requests. Missing: it could not be written, or there was no refusal. */
  readonly kept?: string
}

type PlainWords = Readonly<Record<PlainPart, string>> & {
  readonly sentence: (facts: { readonly parts: string; readonly refusal: string }) => string
  readonly kept: (facts: { readonly path: string }) => string
  readonly still: (facts: { readonly parts: string }) => string
}

export const ENGLISH_PLAIN: PlainWords = {
  files: 'files (named in notes)',
  results: 'the structure of calls and results (sent as text)',
  server_tools: 'tools of the provider',
  thinking: 'earlier thinking',
  options: 'model options',
  tool_schemas: 'details of tool schemas',
  sentence: ({ parts, refusal }) =>
    `The provider refused the request, so it was sent once more without ${parts}. ${refusal}`,
  kept: ({ path }) => `Both requests are in ${path}, for a bug report.`,
  still: ({ parts }) => `Sent without ${parts}, as the answer before.`,
}

/** Says in one line what a request was sent without, and why. */
export function plainRequestText(
  { left_out: parts, refusal, kept }: PlainData,
  words: PlainWords = ENGLISH_PLAIN,
): string {
  const list = parts.map((part) => words[part]).join(', ')
  if (refusal === undefined) return words.still({ parts: list })
  return [words.sentence({ parts: list, refusal }), ...(kept === undefined ? [] : [words.kept({ path: kept })])].join(
    ' ',
  )
}
