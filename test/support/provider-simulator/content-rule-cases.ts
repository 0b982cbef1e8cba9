import type { JsonObject } from '../../../src/shared/json.ts'
import { samplePng } from '../sample-files.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'
import type { SimulatedHost } from './wire-format.ts'

const PNG = samplePng(2, 2).toString('base64')
const LARGE = samplePng(2_001, 1).toString('base64')

const claudeImage = (media_type: string, data: string): JsonObject => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})
const claude = (...content: JsonObject[]): Post => ({
  host: 'anthropic',
  wire: 'anthropic',
  body: { model: 'claude-haiku-4-5', max_tokens: 10, stream: true, messages: [{ role: 'user', content }] },
})
const openai = (...content: JsonObject[]): Post => ({
  host: 'openai',
  wire: 'responses',
  body: { model: 'gpt-5.5', stream: true, store: false, input: [{ role: 'user', content }] },
})
const inputImage = (url: string): JsonObject => ({ type: 'input_image', detail: 'high', image_url: url })
const inputFile = (type: string, filename = 'a.pdf'): JsonObject => ({
  type: 'input_file',
  filename,
  file_data: `data:${type};base64,JVBERg==`,
})
const gemini = (model: string, ...parts: JsonObject[]): Post => ({
  host: 'google',
  wire: 'gemini',
  body: { model, contents: [{ role: 'user', parts }] },
})
const geminiResult = (fields: JsonObject): Post => ({
  host: 'google',
  wire: 'gemini',
  body: {
    model: 'gemini-2.5-flash',
    contents: [
      { role: 'user', parts: [{ text: 'hello' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: {}, ...fields } }] },
    ],
  },
})
const inline = (mimeType: string): JsonObject => ({ inlineData: { mimeType, data: PNG } })
const picture: JsonObject = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }
const document = (url: string): JsonObject => ({ type: 'document_url', document_url: url })
const chat = (host: SimulatedHost, model: string, ...content: JsonObject[]): Post => ({
  host,
  wire: 'chat',
  body: { model, stream: true, messages: [{ role: 'user', content }] },
})
const inResult = (...content: JsonObject[]): Post => ({
  host: 'moonshot',
  wire: 'chat',
  body: {
    model: 'kimi-k2.6',
    stream: true,
    messages: [
      { role: 'user', content: 'hello' },
      {
        role: 'assistant',
        content: '',
        reasoning_content: 'hm',
        tool_calls: [{ id: 'functions.read:0', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'functions.read:0', content },
    ],
  },
})

const claudeResult = (is_error: boolean, ...content: JsonObject[]): Post => ({
  host: 'anthropic',
  wire: 'anthropic',
  body: {
    model: 'claude-haiku-4-5',
    max_tokens: 10,
    stream: true,
    messages: [
      { role: 'user', content: 'click' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'click', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error, content }] },
    ],
  },
})

const images = (count: number): JsonObject[] => Array.from({ length: count }, () => claudeImage('image/png', PNG))
const pictures = (count: number): JsonObject[] => Array.from({ length: count }, () => picture)

export const CONTENT_CASES: readonly RuleCase[] = [
  {
    rule: 'anthropic.media_count',
    broken: claude(...images(101)),
    valid: claude(...images(100)),
    values: { images: 101, pages: 0 },
  },
  {
    rule: 'mistral.image_count',
    broken: chat('mistral', 'mistral-large-latest', ...pictures(9)),
    valid: chat('mistral', 'mistral-large-latest', ...pictures(8)),
    values: { images: 9 },
  },
  {
    rule: 'anthropic.error_result_text',
    broken: claudeResult(true, { type: 'text', text: 'not found' }, claudeImage('image/png', PNG)),
    valid: claudeResult(false, { type: 'text', text: 'found' }, claudeImage('image/png', PNG)),
    values: { i: 2, j: 0 },
  },
  {
    rule: 'openai.file_name',
    broken: openai(inputFile('application/pdf', 'plan.txt')),
    valid: openai(inputFile('application/pdf', 'plan.PDF')),
    values: { end: '.txt' },
  },
  {
    rule: 'anthropic.image_type',
    broken: claude(claudeImage('image/heic', PNG)),
    valid: claude(claudeImage('image/png', PNG)),
    values: { i: 0, j: 0 },
  },
  {
    rule: 'anthropic.image_data',
    broken: claude(claudeImage('image/png', '(400 bytes)')),
    valid: claude(claudeImage('image/png', PNG)),
    values: { i: 0, j: 0 },
  },
  {
    rule: 'anthropic.many_images',
    broken: claude(...Array.from({ length: 20 }, () => claudeImage('image/png', PNG)), claudeImage('image/png', LARGE)),
    valid: claude(...Array.from({ length: 19 }, () => claudeImage('image/png', PNG)), claudeImage('image/png', LARGE)),
    values: { i: 0, j: 20 },
  },
  {
    rule: 'responses.image_format',
    broken: openai(inputImage(`data:image/heic;base64,${PNG}`)),
    valid: openai(inputImage(`data:image/png;base64,${PNG}`)),
  },
  {
    rule: 'responses.file_type',
    broken: openai(inputFile('audio/mpeg')),
    valid: openai(inputFile('application/pdf')),
    values: { i: 0, type: 'audio/mpeg' },
  },
  {
    rule: 'gemini.response_parts',
    broken: geminiResult({ parts: [inline('image/png')] }),
    valid: geminiResult({}),
  },
  {
    rule: 'gemini.inline_type',
    broken: gemini('gemini-3.8-flash', inline('image/tiff')),
    valid: gemini('gemini-3.8-flash', inline('image/png')),
    values: { type: 'image/tiff' },
  },
  {
    rule: 'chat.image_unsupported',
    broken: chat('mistral', 'codestral-latest', { type: 'text', text: 'look' }, picture),
    valid: chat('mistral', 'mistral-large-latest', { type: 'text', text: 'look' }, picture),
    param: 'messages.[0].content.[1].type',
  },
  {
    rule: 'chat.tool_content',
    broken: inResult(picture),
    valid: inResult({ type: 'text', text: 'ok' }),
    values: { i: 2 },
  },
  {
    rule: 'mistral.document',
    broken: chat('mistral', 'mistral-large-latest', document('data:text/plain;base64,JVBERg==')),
    valid: chat('mistral', 'mistral-large-latest', document('data:application/pdf;base64,JVBERg==')),
    values: { type: 'document_url' },
  },
  {
    rule: 'local.no_vision',
    broken: chat('local', 'qwen3:8b', picture),
    valid: chat('local', 'gemma3:12b', picture),
  },
  {
    rule: 'openrouter.no_vision',
    broken: chat('openrouter', 'deepseek/deepseek-v4-pro', picture),
    valid: chat('openrouter', 'anthropic/claude-opus-4.6', picture),
  },
]
