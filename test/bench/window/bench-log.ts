import { benchText } from './bench-text.ts'

/** An agent of the log that the window opens on. */
export interface BenchAgent {
  readonly name: string
  readonly events: number
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
  for (const { name, events } of agents) {
    for (let index = 0; index < events - 1; index++) yield line({ agent_uuid: name, ...eventAt(index, answer) })
    yield line({ agent_uuid: name, kind: 'user', content: lastPrompt(name) })
  }
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
