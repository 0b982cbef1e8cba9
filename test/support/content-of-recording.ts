import type { JsonObject, JsonValue } from '../../src/shared/json.ts'
import { isJsonObject, parseJson } from '../../src/shared/json.ts'
import { objects, payloadsOf } from './recorded-contents.ts'
import type { RecordedContent } from './recorded-contents.ts'

/** A cited passage of a text, and what is known of its source. */
interface CitedPassage {
  readonly passage: string
  readonly url?: string
  readonly title?: string
  readonly quote?: string
}

/** One part of an answer. `kept`: what only the provider understands, which is sent back as it was received. */
export type ContentPart =
  | { readonly text: string; readonly cited: readonly CitedPassage[] }
  | { readonly thinking: string }
  | { readonly call: string; readonly id: string | undefined; readonly args: JsonObject }
  | { readonly kept: JsonObject }

/** Reads the content of a recording from its bytes, without the adapters. */
export function contentOf({ file, api }: RecordedContent): readonly ContentPart[] {
  return READERS[api](payloadsOf(file)).filter((part) => !('text' in part) || part.text !== '')
}

const READERS: Readonly<Record<RecordedContent['api'], (payloads: readonly JsonObject[]) => readonly ContentPart[]>> = {
  'anthropic-messages': messagesContent,
  'openai-responses': responsesContent,
  'openai-chat': chatContent,
  'gemini-generate-content': geminiContent,
}

function messagesContent(payloads: readonly JsonObject[]): readonly ContentPart[] {
  const [whole = {}] = payloads
  const blocks = whole['type'] === 'message' ? objects(whole['content']) : blocksOfStream(payloads)
  return blocks.map((block): ContentPart => {
    const text = textOf(block['text'])
    switch (block['type']) {
      case 'text':
        return { text, cited: objects(block['citations']).map((cited) => messagesCitation(cited, text)) }
      case 'thinking':
        return { thinking: textOf(block['thinking']) }
      case 'tool_use':
        return callPart(block['name'], block['id'], block['input'])
      default:
        return { kept: block }
    }
  })
}

function blocksOfStream(events: readonly JsonObject[]): readonly JsonObject[] {
  return events
    .filter(({ type }) => type === 'content_block_start')
    .map(({ index, content_block: start }): JsonObject => {
      const deltas = events
        .filter((event) => event['type'] === 'content_block_delta' && event['index'] === index)
        .flatMap(({ delta }) => objects([delta ?? null]))
      const joined = (key: string): string => deltas.map((delta) => textOf(delta[key])).join('')
      const input = joined('partial_json')
      const citations = deltas.flatMap(({ citation }) => objects([citation ?? null]))
      return {
        ...(isJsonObject(start) ? start : {}),
        ...(joined('text') !== '' && { text: joined('text') }),
        ...(joined('thinking') !== '' && { thinking: joined('thinking') }),
        ...(input !== '' && { input: objectIn(input) }),
        ...(citations.length > 0 && { citations }),
      }
    })
}

function messagesCitation(cited: JsonObject, passage: string): CitedPassage {
  return {
    passage,
    ...source(cited['url'] ?? cited['source'], cited['title'] ?? cited['document_title'], cited['cited_text']),
  }
}

function responsesContent(payloads: readonly JsonObject[]): readonly ContentPart[] {
  const [whole = {}] = payloads
  const done = payloads.filter(({ type }) => type === 'response.output_item.done')
  const items =
    whole['object'] === 'response' ? objects(whole['output']) : done.flatMap(({ item }) => objects([item ?? null]))
  return items.map((item): ContentPart => {
    switch (item['type']) {
      case 'message':
        return { text: joinedTexts(item['content'], ''), cited: objects(item['content']).flatMap(annotated) }
      case 'reasoning':
        return { thinking: joinedTexts(item['summary'], '\n\n') + joinedTexts(item['content'], '\n\n') }
      case 'function_call':
        return callPart(item['name'], item['call_id'], objectIn(textOf(item['arguments'])))
      default:
        return { kept: item }
    }
  })
}

function joinedTexts(parts: JsonValue | undefined, between: string): string {
  return objects(parts)
    .map(({ text }) => textOf(text))
    .join(between)
}

/** A URL is cited for a passage, a file at a position. Positions count characters. */
function annotated(part: JsonObject): readonly CitedPassage[] {
  const characters = Array.from(textOf(part['text'] ?? part['content']))
  return objects(part['annotations']).flatMap((annotation) => {
    const nested = annotation['url_citation']
    const cited = isJsonObject(nested) ? nested : annotation
    const { start_index: start, end_index: end } = cited
    if (annotation['type'] === 'file_citation') return [{ passage: '', ...source(undefined, cited['filename']) }]
    if (annotation['type'] !== 'url_citation') return []
    const passage = characters.slice(Number(start ?? characters.length), Number(end ?? characters.length)).join('')
    return [{ passage, ...source(cited['url'], cited['title'], cited['content']) }]
  })
}

function chatContent(payloads: readonly JsonObject[]): readonly ContentPart[] {
  const messages = payloads
    .flatMap(({ choices }) => objects(choices))
    .flatMap(({ delta, message }) => objects([delta ?? message ?? null]))
  const joined = (key: string): string => messages.map((message) => textOf(message[key])).join('')
  const thinking = joined('reasoning') || joined('reasoning_content')
  const annotations = messages.flatMap((message) => objects(message['annotations']))
  const calls = messages
    .flatMap((message) => objects(message['tool_calls']))
    .map(({ id, function: called }) => {
      const { name, arguments: args } = isJsonObject(called) ? called : {}
      return callPart(name, id, objectIn(textOf(args)))
    })
  const content = joined('content')
  return [
    ...(thinking === '' ? [] : [{ thinking }]),
    { text: content, cited: annotated({ content, annotations }) },
    ...calls,
  ]
}

/** The text of a block is that of the parts that follow each other. */
function geminiContent(payloads: readonly JsonObject[]): readonly ContentPart[] {
  const candidates = payloads.flatMap((chunk) => objects(chunk['candidates']))
  const parts = candidates.flatMap(({ content }) => objects(isJsonObject(content) ? content['parts'] : undefined))
  const grounding = candidates.map((candidate) => candidate['groundingMetadata']).findLast(isJsonObject) ?? {}
  const found: ContentPart[] = []
  for (const part of parts) {
    const last = found.at(-1)
    const { text, functionCall: call } = part
    if (isJsonObject(call)) found.push(callPart(call['name'], call['id'], call['args']))
    else if (typeof text !== 'string') found.push({ kept: part })
    else if (part['thought'] === true)
      found.splice(last !== undefined && 'thinking' in last ? -1 : found.length, 1, {
        thinking: (last !== undefined && 'thinking' in last ? last.thinking : '') + text,
      })
    else if (last !== undefined && 'text' in last) found.splice(-1, 1, { ...last, text: last.text + text })
    else found.push({ text, cited: [] })
  }
  return found.map((part) => ('text' in part ? { ...part, cited: supported(grounding, part.text) } : part))
}

/** The metadata names the passages itself. */
function supported(grounding: JsonObject, text: string): readonly CitedPassage[] {
  const sources = objects(grounding['groundingChunks']).map(({ web }) => (isJsonObject(web) ? web : {}))
  return objects(grounding['groundingSupports']).flatMap(({ segment, groundingChunkIndices: indices }) => {
    const passage = isJsonObject(segment) ? textOf(segment['text']) : ''
    if (!text.includes(passage) || !Array.isArray(indices)) return []
    return indices.map((index) => ({
      passage,
      ...source(sources[Number(index)]?.['uri'], sources[Number(index)]?.['title']),
    }))
  })
}

function callPart(name: unknown, id: unknown, args: unknown): ContentPart {
  return {
    call: textOf(name),
    id: typeof id === 'string' ? id : undefined,
    args: isJsonObject(args) ? args : {},
  }
}

function source(url: unknown, title?: unknown, quote?: unknown): Omit<CitedPassage, 'passage'> {
  return {
    ...(typeof url === 'string' && url !== '' && { url }),
    ...(typeof title === 'string' && title !== '' && { title }),
    ...(typeof quote === 'string' && quote !== '' && { quote }),
  }
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text)
  return isJsonObject(value) ? value : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
