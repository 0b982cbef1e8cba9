import fc from 'fast-check'
import type { AttachmentBlock } from '../../../src/shared/attachment.ts'
import type { KnownFiles } from '../../../src/main/core/content/content-files.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import {
  answer,
  call,
  called,
  failedWith,
  file,
  history,
  interrupted,
  mail,
  type Part,
  result,
  resultWith,
  stamp,
  summary,
  TARGETS,
  text,
  thought,
  user,
  userWith,
} from './transcript-history.ts'
import { untyped } from '../../support/untyped.ts'

/** The nine targets, and those whose rules differ from their provider's usual ones. */
export const ALL_TARGETS: readonly TranscriptTarget[] = [
  ...PROVIDER_NAMES.map((provider): TranscriptTarget => TARGETS[provider]),
  { ...TARGETS.anthropic, model: 'claude-haiku-4-5' },
  { ...TARGETS.anthropic, model: 'claude-opus-5-5' },
  { ...TARGETS.openai, endpoint: 'chat@example.test' },
]

export const anyTarget = fc.constantFrom(...ALL_TARGETS)

/**
 * Few ids, so that they are repeated; among them some that no provider takes, and some that look like ours or theirs.
 */
const ID_POOL = [
  'a',
  'b',
  'a.b',
  'a:b',
  '',
  'functions.bash:0',
  'toolu_01',
  'call_0123456789abcdefghijABCD',
  'aB3dE6gH9',
  'ü '.repeat(250),
]
const anyId = fc.constantFrom(...ID_POOL)
const anyMintedId = fc.option(
  fc.constantFrom('toolu_01', 'call_01', 'functions.bash:0', 'aB3dE6gH9', 'x'.repeat(50), ''),
  { nil: undefined },
)
const anyName = fc.constantFrom('bash', 'read', '1.x', 'a'.repeat(64))

/** What the providers' own tools did, as their adapters keep it: calls, results, and pictures that a model drew. */
const SEARCH: JsonObject = {
  type: 'web_search_call',
  id: 'ws_1',
  status: 'completed',
  action: { type: 'search', query: 'q' },
}
const PICTURE: JsonObject = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=' }
const SERVER_TOOLS: Readonly<Partial<Record<TranscriptTarget['provider'], readonly JsonObject[]>>> = {
  anthropic: [
    { block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } } },
    { block: { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] } },
  ],
  openai: [{ item: SEARCH }, { item: PICTURE }],
  google: [
    { part: { executableCode: { language: 'PYTHON', code: '1' } } },
    { part: { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } } },
    { part: { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } } },
  ],
  xai: [{ item: SEARCH }],
}
const anyServerTool: fc.Arbitrary<ContentBlock> = fc
  .constantFrom(...ALL_TARGETS.flatMap((by) => (SERVER_TOOLS[by.provider] ?? []).map((data) => ({ by, data }))))
  .map(({ by, data }) => ({ type: 'text', text: '', ...stamp(by), provider_data: data }))

/** A text with sources; Anthropic's adapter also keeps what is sent back of them. */
const CITATION = { start: 0, end: 5, url: 'https://a.example', title: 'a', quote: 'words' }
const SENT_BACK = {
  type: 'web_search_result_location',
  url: 'https://a.example',
  title: 'a',
  cited_text: 'words',
  encrypted_index: 'index',
}
const anyCitedText: fc.Arbitrary<ContentBlock> = anyTarget.map((by) => ({
  ...text('words'),
  citations: [CITATION],
  ...stamp(by),
  ...(by.provider === 'anthropic' && { provider_data: { citations: [SENT_BACK] } }),
}))

export const anyBlock: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 2, arbitrary: anyServerTool },
  { weight: 1, arbitrary: anyCitedText },
  {
    weight: 2,
    arbitrary: fc
      .record({ by: anyTarget, signed: fc.boolean() })
      .map(({ by, signed }): ContentBlock =>
        signed ? thought('hm', by) : { type: 'thinking', text: 'hm', ...stamp(by) },
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ by: fc.option(anyTarget), blank: fc.integer({ min: 0, max: 4 }) })
      .map(({ by, blank }): ContentBlock => ({
        ...text(blank === 0 ? ' ' : 'words'),
        ...(by !== null && { ...stamp(by), provider_data: { id: 'msg_1' } }),
      })),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ id: anyId, name: anyName, by: fc.option(anyTarget), minted: anyMintedId })
      .map(({ id, name, by, minted }): ContentBlock => ({
        ...call(id, name),
        ...(by !== null && { ...stamp(by), ...(minted !== undefined && { provider_id: minted }) }),
      })),
  },
)

/** One file of each kind, of a type that some providers refuse, too large, without text, and one that is missing. */
const FILES: readonly AttachmentBlock[] = [
  file('image', 'a.png', { width: 1200, height: 800 }),
  file('image', 'b.gif', { media_type: 'image/gif' }),
  file('image', 'huge.png', { width: 70_000, height: 10, bytes: 20_000_000 }),
  file('pdf', 'c.pdf', { pages: 3, characters: 20 }),
  file('pdf', 'scan.pdf', { pages: 2_000 }),
  file('audio', 'd.wav'),
  file('text', 'e.txt', { characters: 11 }),
  file('file', 'f.zip'),
  file('image', 'missing.png'),
  // Names without the end of their kind, as people, tools and servers give them.
  file('pdf', 'plan', { pages: 1 }),
  file('pdf', 'page?id=7.txt', { pages: 1, characters: 3 }),
  file('image', 'screenshot of a click', { width: 3_000, height: 2_000 }),
  file('audio', 'talk', { media_type: 'audio/mpeg' }),
]
const hashOf = (name: string): string => FILES.find((each) => each.name === name)?.sha256 ?? ''
export const KNOWN_FILES: KnownFiles = {
  texts: new Map([
    [hashOf('c.pdf'), '[Page 1]\nwords of c'],
    [hashOf('e.txt'), 'words ``` e'],
  ]),
  missing: new Set([hashOf('missing.png')]),
}
export const anyFiles = fc.array(fc.constantFrom(...FILES), { minLength: 1, maxLength: 3 })

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(user('prompt'), user(' '), mail('mail'), summary('summary')) },
  { weight: 2, arbitrary: anyFiles.map((files) => userWith('prompt', ...files)) },
  { weight: 1, arbitrary: anyFiles.map((files) => userWith(' ', ...files)) },
  { weight: 2, arbitrary: fc.tuple(anyId, anyFiles).map(([id, files]) => resultWith(id, 'output', ...files)) },
  { weight: 2, arbitrary: fc.tuple(anyId, anyFiles).map(([id, files]) => failedWith(id, 'output', ...files)) },
  { weight: 1, arbitrary: fc.nat({ max: 130 }).map((count) => userWith('prompt', ...manyPictures(count))) },
  { weight: 5, arbitrary: fc.array(anyBlock, { maxLength: 5 }).map((blocks) => answer(...blocks)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(anyBlock, { maxLength: 3 }), anyFiles)
      .map(([blocks, drawn]) => drawing(blocks, drawn)),
  },
  { weight: 1, arbitrary: fc.array(anyBlock, { maxLength: 3 }).map((blocks) => interrupted(...blocks)) },
  { weight: 3, arbitrary: fc.tuple(anyId, anyName).map(([id, name]) => called(id, name)) },
  { weight: 6, arbitrary: fc.tuple(anyId, fc.integer({ min: 0, max: 5 })).map(([id, luck]) => anyResult(id, luck)) },
)

function manyPictures(count: number): readonly AttachmentBlock[] {
  return Array.from({ length: count }, (_, index) => file('image', `${index}.png`, { width: 2_500, height: 10 }))
}

/** An answer whose pictures were stored as files. */
function drawing(blocks: readonly ContentBlock[], drawn: readonly AttachmentBlock[]): Part {
  return { ...answer(...blocks), data: { blocks, attachments: drawn.filter(({ kind }) => kind === 'image') } }
}

function anyResult(id: string, luck: number): Part {
  if (luck === 0) return result(id, '')
  if (luck === 1) return result(id, 'Tool call interrupted or cancelled', { is_error: true })
  return result(id, 'output', luck === 2 ? { is_error: true, name: 'bash' } : {})
}

/** Any order of anything. Texts, outputs and arguments say which event and block they came from. */
export const anyHistory: fc.Arbitrary<readonly AgentEvent[]> = fc
  .array(anyPart, { minLength: 1, maxLength: 25 })
  .map((parts) => history(...parts).map(tagged))

function tagged(event: AgentEvent): AgentEvent {
  const content =
    event.content === 'prompt' || event.content === 'output' ? `${event.content} ${event.id}` : event.content
  switch (event.kind) {
    case 'assistant':
    case 'interrupted': {
      const blocks = event.data.blocks?.map((block, index) => taggedBlock(block, `${event.id}.${index}`)) ?? []
      return untyped<AgentEvent>({ ...event, data: { ...event.data, blocks } })
    }
    case 'tool_call':
      return { ...event, data: { ...event.data, arguments: { event: event.id } } }
    default:
      return { ...event, content }
  }
}

function taggedBlock(block: ContentBlock, tag: string): ContentBlock {
  if (block.type === 'tool_call') return { ...block, arguments: { block: tag } }
  return block.text === 'words' ? { ...block, text: `words ${tag}` } : block
}

interface NaturalStep {
  readonly calls: readonly { readonly by: TranscriptTarget; readonly minted: string | undefined }[]
  readonly by: TranscriptTarget
}

/** A conversation as the engine writes it, and the lengths at which it asked a model for the next answer. */
export interface NaturalHistory {
  readonly events: readonly AgentEvent[]
  readonly requests: readonly number[]
}

const anyStep: fc.Arbitrary<NaturalStep> = fc.record({
  by: anyTarget,
  calls: fc.array(fc.record({ by: anyTarget, minted: anyMintedId }), { minLength: 1, maxLength: 3 }),
})

export const naturalHistory: fc.Arbitrary<NaturalHistory> = fc
  .array(
    fc.record({
      steps: fc.array(anyStep, { maxLength: 3 }),
      by: anyTarget,
      cut: fc.boolean(),
      files: fc.option(anyFiles),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((turns) => {
    const parts: Part[] = []
    const requests: number[] = []
    let calls = 0
    for (const { steps, by, cut, files } of turns) {
      parts.push(files === null ? user('prompt') : userWith('prompt', ...files))
      for (const step of steps) {
        requests.push(parts.length)
        const ids = step.calls.map(() => `canonical ${(calls += 1)}`)
        const blocks = step.calls.map(({ minted }, index) => ({
          ...call(ids[index] ?? ''),
          ...stamp(step.by),
          ...(minted !== undefined && { provider_id: minted }),
        }))
        parts.push(answer(thought('hm', step.by), text('words'), ...blocks))
        const answers = ids.map((id, index) =>
          files === null || index > 0 ? result(id, 'output') : resultWith(id, 'output', ...files),
        )
        parts.push(...ids.map((id) => called(id)), ...answers)
      }
      requests.push(parts.length)
      parts.push(cut ? interrupted(text('words')) : answer(thought('hm', by), text('words')))
    }
    return { events: history(...parts).map(tagged), requests }
  })
