import { noisePng, sha256Of } from '../../support/sample-files.ts'
import { benchText } from './bench-text.ts'

/** An agent of the log that the window opens on. */
export interface BenchAgent {
  readonly name: string
  readonly events: number
  /** The number of its last prompts that have a picture each. */
  readonly pictures?: number
}

const MODEL = 'claude-haiku-4-5'
/** About the length of a model's answer, characters. */
const ANSWER_LENGTH = 900
const MARK_EVERY = 1000

/** The last prompt of an agent: it is on the screen when the tail is. */
export function lastPrompt(name: string): string {
  return `The end of ${name}`
}

/** The log as a file for `ikigai import`, line by line: prompts and answers in turn, a mark now and then. */
export function* benchLog(agents: readonly BenchAgent[]): Generator<string> {
  yield line({ type: 'ikigai', version: 1 })
  for (const { name } of agents) {
    yield line({ type: 'agent', uuid: name, name, provider: 'anthropic', model: MODEL, thinking_level: 'none' })
  }
  const answer = benchText(ANSWER_LENGTH, false)
  for (const { name, events, pictures = 0 } of agents) {
    for (let index = 0; index < events - 1; index++) {
      const event = { agent_uuid: name, ...eventAt(index, answer) }
      if (event.kind === 'user' && index >= events - 1 - 2 * pictures) yield* pictureLines(index, event)
      else yield line(event)
    }
    yield line({ agent_uuid: name, kind: 'user', content: lastPrompt(name) })
  }
}

/** About 5 MB that cannot be compressed. */
const PICTURE = { width: 2_500, height: 2_000 }
const PIECE = 768 * 1024

/** A prompt with a picture, after the picture. */
function* pictureLines(index: number, prompt: Readonly<Record<string, unknown>>): Generator<string> {
  const png = noisePng(PICTURE.width, PICTURE.height)
  const [sha256, bytes] = [sha256Of(png), png.length]
  for (let offset = 0; offset < bytes; offset += PIECE) {
    yield line({ type: 'file', sha256, bytes, offset, data: png.toString('base64', offset, offset + PIECE) })
  }
  const block = { type: 'attachment', sha256, name: `picture ${index}.png`, media_type: 'image/png', kind: 'image' }
  yield line({ ...prompt, data: { attachments: [{ ...block, bytes, ...PICTURE }] } })
}

function eventAt(index: number, answer: string) {
  if (index % MARK_EVERY === MARK_EVERY - 1) return { kind: 'mark', data: { name: `MARK_${index}` } }
  if (index % 2 === 0) return { kind: 'user', content: `Question ${index}: why is that so, and what follows?` }
  const blocks = [{ type: 'text', text: answer }]
  return { kind: 'assistant', content: answer, data: { provider: 'anthropic', model: MODEL, blocks } }
}

function line(row: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(row)}\n`
}
