import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts'
import type { ForeignFile } from './foreign-tree.ts'
import { list, object, shown, text } from './values.ts'

interface ReadContent {
  readonly text: string
  readonly files: readonly ForeignFile[]
  /** What is neither text nor a file: the reasons. */
  readonly others: readonly string[]
}

const NOT_HERE = 'a file that the source only refers to'

/**
 * Reads the content of a prompt or a result: a text, or a list of parts in the forms of the providers' APIs and of MCP.
 * Texts are joined by line ends.
 */
export function readParts(content: JsonValue | undefined): ReadContent {
  const parts = { texts: new Array<string>(), files: new Array<ForeignFile>(), others: new Array<string>() }
  const items = Array.isArray(content) ? list(content) : content === undefined || content === null ? [] : [content]
  for (const item of items) {
    const read = readPart(item)
    if ('words' in read) parts.texts.push(read.words)
    else if ('file' in read) parts.files.push(read.file)
    else parts.others.push(read.other)
  }
  return { text: parts.texts.join('\n'), files: parts.files, others: parts.others }
}

type Part = { readonly words: string } | { readonly file: ForeignFile } | { readonly other: string }

function readPart(item: JsonValue): Part {
  if (typeof item === 'string') return { words: item }
  if (!isJsonObject(item)) return { other: `content of the type ${typeof item}` }
  if (isText(item)) return { words: text(item['text']) ?? '' }
  const file = fileIn(item)
  if (file !== null) return typeof file === 'string' ? { other: file } : { file }
  return { other: `content of the type ${shown(item['type'])}` }
}

const TEXTS: ReadonlySet<JsonValue | undefined> = new Set([
  undefined,
  'text',
  'input_text',
  'output_text',
  'summary_text',
  'reasoning_text',
])

function isText(item: JsonObject): boolean {
  return TEXTS.has(item['type']) && typeof item['text'] === 'string'
}

/** Null: no file. A text: why it cannot be read. */
function fileIn(item: JsonObject): ForeignFile | string | null {
  const { type } = item
  const source = object(item['source'])
  const inline = object(item['inlineData'] ?? item['inline_data'])
  const name = text(item['filename']) ?? text(item['title']) ?? text(item['name'])
  if (type === 'document' && source['type'] === 'text') return textFile(name ?? 'document.txt', text(source['data']))
  const mime = text(source['media_type']) ?? text(inline['mimeType']) ?? text(inline['mime_type']) ?? mimeOf(item)
  const data = text(source['data']) ?? text(inline['data']) ?? (isBinary(type) ? text(item['data']) : null)
  if (data !== null) return { name: name ?? fileNameOf(mime), base64: data }
  const url = urlOf(item) ?? text(source['url'])
  if (url !== null) return fileOfUrl(url, name)
  return isBinary(type) || source['type'] !== undefined ? NOT_HERE : null
}

function isBinary(type: JsonValue | undefined): boolean {
  return type === 'image' || type === 'document' || type === 'audio' || type === 'input_image' || type === 'file'
}

function urlOf(item: JsonObject): string | null {
  const { image_url: image } = item
  return text(image) ?? text(object(image)['url']) ?? text(item['url']) ?? text(item['file_data'])
}

function mimeOf(item: JsonObject): string | null {
  return text(item['mimeType']) ?? text(item['mime']) ?? text(item['media_type'])
}

function textFile(name: string, content: string | null): ForeignFile | string {
  return content === null ? NOT_HERE : { name, text: content }
}

/** Reads a `data:` address. Other addresses are never fetched; the reason is returned. */
export function fileOfUrl(url: string, name: string | null): ForeignFile | string {
  const found = /^data:([^;,]*)[^,]*;base64,/i.exec(url.slice(0, 200))
  if (found === null) return `${NOT_HERE}: ${shown(url.slice(0, 40))}`
  return { name: name ?? fileNameOf(found[1] ?? null), base64: url.slice(found[0].length) }
}

/** A name for a file that has none. */
function fileNameOf(mime: string | null): string {
  const ending = /^[a-z]+\/([a-z0-9]{1,8})/i.exec(mime ?? '')?.[1] ?? 'bin'
  return mime?.startsWith('image/') === true ? `picture.${ending}` : `file.${ending}`
}
