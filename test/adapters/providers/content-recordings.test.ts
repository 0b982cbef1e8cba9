import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { PROVIDER_ADAPTERS } from '../../../src/main/adapters/providers/provider-table.ts'
import { fileParts } from '../../../src/main/core/content/content-files.ts'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../src/shared/json.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import {
  answer,
  assemble,
  call,
  file,
  history,
  resultWith,
  TARGETS,
  user,
  userWith,
} from '../../core/transcript/transcript-history.ts'

const RECORDINGS: readonly (readonly [string, ApiProviderName, string])[] = [
  ['anthropic-image-user-base64', 'anthropic', 'claude-haiku-4-5-20251001'],
  ['anthropic-pdf-user-base64', 'anthropic', 'claude-haiku-4-5-20251001'],
  ['anthropic-image-in-tool-result', 'anthropic', 'claude-haiku-4-5-20251001'],
  ['openai-responses-image-user-base64', 'openai', 'gpt-5-nano'],
  ['gemini-image-in-function-response', 'google', 'gemini-3-flash-preview'],
  ['xai-image-behind-function-output', 'xai', 'grok-4.3'],
  ['mistral-image-behind-tool-message', 'mistral', 'mistral-small-latest'],
  ['openrouter-image-user-base64', 'openrouter', 'anthropic/claude-haiku-4.5'],
  ['ollama-ollama-image', 'local', 'granite3.2-vision'],
]

interface Found {
  /** The keys that lead to the part, without the places in lists. */
  readonly path: string
  readonly part: JsonObject
}

const FILE_TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  'image',
  'document',
  'input_image',
  'image_url',
  'input_file',
])

/** All parts of a request that hold a file. */
function filesIn(value: JsonValue, path = ''): readonly Found[] {
  if (Array.isArray(value)) return value.flatMap((entry: JsonValue) => filesIn(entry, path))
  if (!isJsonObject(value)) return []
  if (FILE_TYPES.has(value['type'])) return [{ path, part: withoutOptional(value) }]
  return Object.entries(value).flatMap(([key, entry]) => {
    if (/^inline_?data$/i.test(key)) return [{ path, part: inlineData(entry) }]
    return filesIn(entry, `${path}/${key}`)
  })
}

/** Without what the API does not require; Mistral takes the address as text or as an object. */
function withoutOptional({ detail: _detail, title: _title, ...part }: JsonObject): JsonObject {
  const { image_url: url } = part
  if (part['type'] !== 'image_url') return part
  return { ...part, image_url: isJsonObject(url) ? (url['url'] ?? '') : (url ?? '') }
}

/** Google's API takes both spellings. */
function inlineData(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) return {}
  return { mimeType: value['mimeType'] ?? value['mime_type'] ?? '', data: value['data'] ?? '' }
}

function recorded(name: string): JsonObject {
  const path = join(import.meta.dirname, '..', '..', 'fixtures', 'content', `${name}.json`)
  const body = parseJson(readFileSync(path, 'utf8'))
  if (!isJsonObject(body)) throw new Error(`${name} is not a request`)
  return body
}

/** The file of a recorded request, as base64. */
function base64In(body: JsonObject): string {
  const [data] = JSON.stringify(body).match(/(?:iVBORw0KGgo|JVBERi0)[A-Za-z0-9+/=]+/) ?? []
  if (data === undefined) throw new Error('There is no file in the recording')
  return data
}

describe('a recorded request', () => {
  it.each(RECORDINGS)('%s holds the file where and as ikigai sends it', (name, provider, model) => {
    const body = recorded(name)
    const isPdf = name.includes('pdf')
    const attachment = isPdf ? file('pdf', 'a.pdf', { pages: 1 }) : file('image', 'a.png')
    const context = /result|response|behind/.test(name.replace('openai-responses', ''))
      ? history(user('Show it'), answer(call('call_1', 'show')), resultWith('call_1', 'Fetched the image.', attachment))
      : history(userWith('What is it?', attachment))
    const adapter = PROVIDER_ADAPTERS[provider].create({ key: 'key', baseUrl: undefined, idleTimeoutMs: 1 })
    const { request, report } = assemble(context, { ...TARGETS[provider], model, endpoint: adapter.endpoint })
    expect(report.violations).toEqual([])
    const files = new Map(fileParts(request).map(({ sha256 }) => [sha256, base64In(body)]))
    expect(filesIn(adapter.render({ ...request, files }))).toEqual(filesIn(body))
    expect(filesIn(body)).toHaveLength(1)
  })
})

/** After the types of `@mistralai/mistralai` 2.7.0 (`documenturlchunk`); there is no recording. */
it('sends Mistral a PDF without text as a document, and one with text as text', () => {
  const adapter = PROVIDER_ADAPTERS.mistral.create({ key: 'key', baseUrl: undefined, idleTimeoutMs: 1 })
  const target = { ...TARGETS.mistral, model: 'mistral-large-4', endpoint: adapter.endpoint }
  const scan = file('pdf', 'scan.pdf', { pages: 1 })
  const { request } = assemble(history(userWith('What is it?', scan)), target)
  const body = adapter.render({ ...request, files: new Map([[scan.sha256, 'JVBERg==']]) })
  const url = 'data:application/pdf;base64,JVBERg=='
  expect(body).toMatchObject({
    messages: [
      {
        role: 'user',
        content: [{ type: 'document_url', document_url: url, document_name: 'scan.pdf' }, { type: 'text' }],
      },
    ],
  })
  const plan = file('pdf', 'plan.pdf', { pages: 1, characters: 9 })
  const known = { texts: new Map([[plan.sha256, 'Ship it']]), missing: new Set<string>() }
  const { report } = assemble(history(userWith('What is it?', plan)), target, { files: known })
  expect(report.files).toMatchObject([{ name: 'plan.pdf', sent: 'text' }])
})
