import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'

/** What can be used of an answer, and what cannot, in words for the user and the model. */
export interface Usable<T> {
  readonly value: T
  readonly leftOut: readonly string[]
}

/** Returns the parts of a result that can be used; of the others, what they are. */
export function usableParts(content: JsonValue | undefined): Usable<readonly JsonObject[]> {
  if (content === undefined || content === null) return { value: [], leftOut: [] }
  const parts = isJsonList(content) ? content : [content]
  const read = parts.map((part, index) => usablePart(part, `part ${index + 1}`))
  return {
    value: read.flatMap((each) => (typeof each === 'string' ? [] : [each])),
    leftOut: read.flatMap((each) => (typeof each === 'string' ? [each] : [])),
  }
}

/** Returns the part, or why it cannot be used. */
function usablePart(part: JsonValue, place: string): JsonObject | string {
  if (!isJsonObject(part)) return part === null ? `${place} is empty` : textPart(part)
  const { type } = part
  const kept = withoutBadExtras(part)
  switch (type) {
    case 'image':
    case 'audio':
      return binaryPart(kept, type, place)
    case 'blob':
      return blobPart(kept, place)
    case 'resource':
      return embedded(kept, place)
    case 'resource_link':
      if (typeof part['uri'] !== 'string') return `${place} is a link to a resource without an address`
      return { ...strings(kept, ['title', 'description', 'mimeType']), name: text(part['name'] ?? part['uri']) }
    default:
      if (part['text'] !== undefined && part['text'] !== null) return textPart(part['text'])
      if (type === 'text') return `${place} is a text without words`
      return `${place} is of the kind ${shown(type)}, which is not known`
  }
}

function textPart(value: JsonValue): JsonObject {
  return { type: 'text', text: text(value) }
}

function text(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function shown(type: JsonValue | undefined): string {
  return type === undefined ? '(none)' : JSON.stringify(type).slice(0, 40)
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?[^,]*;base64,/
const BASE64 = /^[A-Za-z0-9+/_=\s-]+$/

function binaryPart(part: JsonObject, type: 'image' | 'audio', place: string): JsonObject | string {
  const { data, mimeType } = part
  if (typeof data !== 'string') return `${place} is of the kind ${type}, without data`
  const [prefix = '', typeInside] = DATA_URL.exec(data) ?? []
  const bytes = data.slice(prefix.length)
  if (!BASE64.test(bytes)) return `${place} is of the kind ${type}, and its data is not base64`
  const plain = bytes.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
  const named = typeof mimeType === 'string' && mimeType !== '' ? mimeType : typeInside
  return { ...part, data: plain, mimeType: named ?? (type === 'image' ? 'image/png' : 'audio/wav') }
}

/** Some servers send files so. The protocol has no such kind. */
function blobPart(part: JsonObject, place: string): JsonObject | string {
  const { mimeType, data = part['blob'] ?? null } = part
  const type = typeof mimeType === 'string' ? /^(image|audio)\//.exec(mimeType)?.[1] : undefined
  if (type === 'image' || type === 'audio') return binaryPart({ ...without(part, ['blob']), type, data }, type, place)
  const { uri = null, name = null } = part
  return embedded({ type: 'resource', resource: { uri: uri ?? name, mimeType: mimeType ?? null, blob: data } }, place)
}

function embedded(part: JsonObject, place: string): JsonObject | string {
  const given = part['resource'] ?? null
  const resource = usableContents(given, 'resource:')
  const address = isJsonObject(given) && typeof given['uri'] === 'string' ? given['uri'] : ''
  const isEmpty = resource === null || resource['text'] === ''
  // The contents can be read by the address.
  if (isEmpty && address !== '') return textPart(`[resource ${address}, without contents]`)
  return resource === null ? `${place} is a resource without a text or data` : { ...part, resource }
}

/** Returns the contents of a resource; null: it has none that can be used. `address`: for one that does not say its own. */
export function usableContents(contents: JsonValue, address: string): JsonObject | null {
  if (typeof contents === 'string') return { uri: address, text: contents }
  if (!isJsonObject(contents)) return null
  const { uri, text: words, blob } = contents
  const kept = { ...strings(withoutBadExtras(contents), ['mimeType']), uri: typeof uri === 'string' ? uri : address }
  const isText = words !== undefined && words !== null && (words !== '' || typeof blob !== 'string')
  if (isText) return { ...without(kept, ['blob']), text: text(words) }
  if (typeof blob !== 'string') return null
  const bytes = blob.replace(DATA_URL, '')
  return BASE64.test(bytes) ? { ...without(kept, ['text']), blob: bytes.replaceAll(/\s/g, '') } : null
}

/** Removes fields of any answer whose form is wrong: nothing depends on them. */
export function withoutBadExtras(value: JsonObject): JsonObject {
  const bad = ['_meta', 'annotations', 'execution'].filter((key) => key in value && !isJsonObject(value[key]))
  const icons = value['icons'] !== undefined && !isIconList(value['icons']) ? ['icons'] : []
  return without(value, [...bad, ...icons])
}

function isIconList(value: JsonValue | undefined): boolean {
  return isJsonList(value) && value.every((icon) => isJsonObject(icon) && typeof icon['src'] === 'string')
}

/** Removes those of the fields that are no texts. */
export function strings(value: JsonObject, names: readonly string[]): JsonObject {
  return without(
    value,
    names.filter((name) => name in value && typeof value[name] !== 'string'),
  )
}

export function without(value: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)))
}
