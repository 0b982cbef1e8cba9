import type { Citation } from '../../../shared/content.ts'
import { textField, field, listField, numberField } from './wire-value.ts'
import { defined } from '../../../shared/defined.ts'

/** Most citations of one block that are kept. */
const MAX_CITATIONS = 500
const MAX_TITLE = 500
const MAX_QUOTE = 2_000

/** Types of annotations that name a source. */
const CITING: ReadonlySet<string | undefined> = new Set(['url_citation', 'file_citation'])

/** The facts about a source, as far as the provider names them. */
function citedSource(url: string | undefined, title: string | undefined, quote: string | undefined) {
  return defined({
    url: url !== undefined && url !== '' ? url : undefined,
    title: title !== undefined && title !== '' ? title.slice(0, MAX_TITLE).toWellFormed() : undefined,
    quote: quote !== undefined && quote !== '' ? quote.slice(0, MAX_QUOTE).toWellFormed() : undefined,
  })
}

/**
 * Converts annotations of OpenAI's APIs, flat or nested, for one part of a text. `offset`: where the part begins in the
 * block's text, UTF-16 units. Their positions count characters: a URL is cited for a passage, a file at one position.
 */
export function openaiCitations(annotations: readonly unknown[], part: string, offset = 0): readonly Citation[] {
  const characters = Array.from(part)
  const unitAt = (character: number | undefined): number =>
    offset + characters.slice(0, Math.max(0, character ?? characters.length)).join('').length
  return annotations
    .filter((annotation) => CITING.has(textField(annotation, 'type')))
    .map((annotation) => field(annotation, 'url_citation') ?? annotation)
    .slice(0, MAX_CITATIONS)
    .map((cited) => {
      const position = numberField(cited, 'index')
      const start = unitAt(numberField(cited, 'start_index') ?? position)
      const end = unitAt(numberField(cited, 'end_index') ?? position)
      const title = textField(cited, 'title') ?? textField(cited, 'filename')
      return { ...inOrder(start, end), ...citedSource(textField(cited, 'url'), title, textField(cited, 'content')) }
    })
}

/** Converts a citation of Anthropic's API; it applies to the whole text of its block. */
export function claudeCitation(raw: unknown, length: number): Citation {
  const url = textField(raw, 'url') ?? textField(raw, 'source')
  const title = textField(raw, 'title') ?? textField(raw, 'document_title')
  return { start: 0, end: length, ...citedSource(url, title, textField(raw, 'cited_text')) }
}

/** A text block of an answer. */
interface CitingBlock {
  readonly index: number
  readonly text: string
}

/**
 * Returns the citations in Gemini's grounding metadata, by the index of their block. Its positions count bytes of the
 * whole text in UTF-8.
 */
export function groundedCitations(
  metadata: unknown,
  blocks: readonly CitingBlock[],
): ReadonlyMap<number, readonly Citation[]> {
  const sources = listField(metadata, 'groundingChunks').map((chunk) => field(chunk, 'web'))
  const found = new Map<number, Citation[]>()
  for (const support of listField(metadata, 'groundingSupports').slice(0, MAX_CITATIONS)) {
    const segment = field(support, 'segment')
    const place = placeOf(blocks, numberField(segment, 'startIndex') ?? 0, numberField(segment, 'endIndex'))
    if (place === null) continue
    const cited = listField(support, 'groundingChunkIndices').flatMap((index) =>
      typeof index === 'number' && sources[index] !== undefined ? [sources[index]] : [],
    )
    const citations = cited.map((web) => ({
      ...inOrder(place.start, place.end),
      ...citedSource(textField(web, 'uri'), textField(web, 'title'), undefined),
    }))
    found.set(place.block, [...(found.get(place.block) ?? []), ...citations])
  }
  return found
}

function placeOf(blocks: readonly CitingBlock[], startByte: number, endByte: number | undefined) {
  let before = 0
  for (const { index, text } of blocks) {
    const bytes = Buffer.from(text)
    const end = endByte ?? before + bytes.length
    if (end <= before + bytes.length) {
      const unitAt = (byte: number): number => bytes.subarray(0, Math.max(0, byte - before)).toString().length
      return { block: index, start: unitAt(startByte), end: unitAt(end) }
    }
    before += bytes.length
  }
  return null
}

function inOrder(start: number, end: number): { readonly start: number; readonly end: number } {
  return { start: Math.min(start, end), end }
}
