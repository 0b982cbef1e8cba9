import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'
import { strings, type Usable, usableContents, usableParts, without, withoutBadExtras } from './usable-parts.ts'
import { defined } from '../../../../../shared/defined.ts'

/** Reads the result of one method. Missing methods have results that are used as they are. */
type Reader = (result: JsonObject) => Usable<JsonObject>

/** By the method of the request. */
const READERS: Readonly<Record<string, Reader>> = {
  initialize: (result) => ({ value: initialized(result), leftOut: [] }),
  'tools/list': rows('tools', 'tool', usableTool),
  'prompts/list': rows('prompts', 'prompt', usablePrompt),
  'resources/list': rows('resources', 'resource', (row) => usableResource(row, 'uri')),
  'resources/templates/list': rows('resourceTemplates', 'resource template', (row) =>
    usableResource(row, 'uriTemplate'),
  ),
  'tools/call': called,
  'prompts/get': prompted,
  'resources/read': contents,
}

/**
 * Returns what can be used of a server's answer to a request with this method, in the form that the SDK accepts: a list
 * row by row, a result part by part. What is left out is named.
 */
export function usableAnswer(method: string, result: JsonObject): Usable<JsonObject> {
  const reader = Object.hasOwn(READERS, method) ? READERS[method] : undefined
  const plain = result['_meta'] === undefined || isJsonObject(result['_meta']) ? result : without(result, ['_meta'])
  return reader === undefined ? { value: plain, leftOut: [] } : reader(plain)
}

/** Names of rows that are shown. */
const MAX_NAME = 80

/** Reads a list; `usableRow` returns the row, or what is wrong with it. */
function rows(key: string, what: string, usableRow: (row: JsonObject) => JsonObject | string): Reader {
  return (result) => {
    const list = result[key]
    const kept = strings(result, ['nextCursor', 'cacheScope'])
    if (!isJsonList(list)) return { value: { ...kept, [key]: [] }, leftOut: [`its list of ${what}s is no list`] }
    const usable: JsonObject[] = []
    const leftOut: string[] = []
    list.forEach((row, index) => {
      const read = isJsonObject(row) ? usableRow(withoutBadExtras(row)) : 'it is no object'
      if (typeof read === 'string') leftOut.push(`${what} ${index + 1} of ${list.length}${named(row)}: ${read}`)
      else usable.push(read)
    })
    return { value: { ...kept, [key]: usable }, leftOut }
  }
}

function named(row: JsonValue): string {
  const name = isJsonObject(row) ? (row['name'] ?? row['uri']) : undefined
  return typeof name === 'string' && name !== '' ? ` (${name.slice(0, MAX_NAME)})` : ''
}

const NO_NAME = 'it has no name'

function usableTool(row: JsonObject): JsonObject | string {
  const { name, annotations } = row
  if (typeof name !== 'string' || name.trim() === '') return NO_NAME
  const bad = [
    // A result is used in any form, and the SDK would refuse one without structured content.
    'outputSchema',
    ...(annotations !== undefined && !areHints(annotations) ? ['annotations'] : []),
  ]
  return { ...without(strings(row, ['title', 'description']), bad), inputSchema: inputSchema(row['inputSchema']) }
}

/** A schema that says nothing about its root describes an object: nothing else can be a tool's arguments. */
function inputSchema(schema: JsonValue | undefined): JsonObject {
  if (!isJsonObject(schema)) return { type: 'object' }
  const { properties, required } = schema
  return {
    ...without(schema, ['properties', 'required']),
    type: 'object',
    ...defined({
      properties: isJsonObject(properties) ? schemasOf(properties) : undefined,
      required: isJsonList(required) ? required.filter((name) => typeof name === 'string') : undefined,
    }),
  }
}

/** The SDK accepts objects only in place of schemas. */
function schemasOf(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]): [string, JsonValue] => {
      if (isJsonObject(schema)) return [name, schema]
      return [name, schema === false ? { not: {} } : {}]
    }),
  )
}

function areHints(annotations: JsonValue): boolean {
  if (!isJsonObject(annotations)) return false
  return Object.entries(annotations).every(([key, value]) =>
    key.endsWith('Hint') ? typeof value === 'boolean' : key !== 'title' || typeof value === 'string',
  )
}

function usablePrompt(row: JsonObject): JsonObject | string {
  if (typeof row['name'] !== 'string' || row['name'] === '') return NO_NAME
  const { arguments: given } = row
  const kept = without(strings(row, ['title', 'description']), ['arguments'])
  if (!isJsonList(given)) return kept
  const parameters = given.filter(isJsonObject).filter(({ name }) => typeof name === 'string')
  return {
    ...kept,
    arguments: parameters.map((each) => {
      const { required, ...rest } = strings(each, ['title', 'description'])
      return { ...rest, ...defined({ required: typeof required === 'boolean' ? required : undefined }) }
    }),
  }
}

function usableResource(row: JsonObject, address: 'uri' | 'uriTemplate'): JsonObject | string {
  if (typeof row[address] !== 'string' || row[address] === '') return 'it has no address'
  const { size, ...rest } = strings(row, ['title', 'description', 'mimeType'])
  const name = typeof row['name'] === 'string' ? row['name'] : row[address]
  return { ...rest, name, ...defined({ size: typeof size === 'number' ? size : undefined }) }
}

function called(result: JsonObject): Usable<JsonObject> {
  // The server asks for something first: the SDK continues the call.
  const { resultType } = result
  if (typeof resultType === 'string' && resultType !== 'complete') return { value: result, leftOut: [] }
  const { value: parts, leftOut } = usableParts(result['content'])
  const { structuredContent: structured, isError } = result
  const isStructured = isJsonObject(structured)
  const kept = without(result, ['content', 'isError', ...(isStructured ? [] : ['structuredContent'])])
  const isOther = !isStructured && structured !== undefined && structured !== null
  const further = isOther && parts.length === 0 ? [{ type: 'text', text: JSON.stringify(structured) }] : []
  const notes = leftOut.map((note) => ({ type: 'text', text: `[${note}; it is left out]` }))
  const hasFailed = isError === true || isError === 'true' || isError === 1
  return {
    value: {
      ...kept,
      content: [...parts, ...further, ...notes],
      ...defined({ isError: hasFailed ? true : undefined }),
    },
    leftOut,
  }
}

function prompted(result: JsonObject): Usable<JsonObject> {
  const { messages } = result
  const given = isJsonList(messages) ? messages : []
  const read = given.filter(isJsonObject).map(({ role, content }) => {
    const { value, leftOut } = usableParts(content)
    return {
      messages: value.map((part) => ({ role: role === 'assistant' ? 'assistant' : 'user', content: part })),
      leftOut,
    }
  })
  return {
    value: { ...strings(result, ['description']), messages: read.flatMap((each) => each.messages) },
    leftOut: read.flatMap((each) => each.leftOut),
  }
}

function contents(result: JsonObject): Usable<JsonObject> {
  const given = isJsonList(result['contents']) ? result['contents'] : [result['contents'] ?? null]
  const read = given.map((each) => usableContents(each, 'resource:'))
  const usable = read.flatMap((each) => each ?? [])
  const leftOut = read.flatMap((each, index) => (each === null ? [`part ${index + 1} has no text and no data`] : []))
  return { value: { ...strings(result, ['cacheScope']), contents: usable }, leftOut }
}

/** Who the server is and what it can do, of which only the version of the protocol is needed. */
function initialized(result: JsonObject): JsonObject {
  const { serverInfo, capabilities } = result
  const info = isJsonObject(serverInfo)
    ? withoutBadExtras(strings(serverInfo, ['title', 'websiteUrl', 'description']))
    : {}
  const can = isJsonObject(capabilities) ? capabilities : { tools: {} }
  return {
    ...strings(result, ['instructions']),
    serverInfo: { ...info, name: textOr(info['name'], 'server'), version: textOr(info['version'], '') },
    capabilities: Object.fromEntries(Object.entries(can).filter(([, value]) => isJsonObject(value))),
  }
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise
}
