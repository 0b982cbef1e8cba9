import { anthropicDemo } from './demo-answers-anthropic.ts'
import { googleDemo } from './demo-answers-google.ts'
import { openaiDemo } from './demo-answers-openai.ts'
import type { Answer, ScriptedBlock } from './answer.ts'
import { spokenTexts } from './conversation-texts.ts'
import type { DemoTopic, DemoVoice } from './demo-voice.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { startSimulator } from './start-simulator.ts'
import type { SimulatedHost } from './wire-format.ts'

/** Topics with their words, the most specific first. The first match is used. */
const TOPIC_LABELS: readonly (readonly [DemoTopic, RegExp])[] = [
  ['haiku', /\b(haiku|poem|poetry|verse)\b/i],
  ['tokens', /\b(oauth\s?2?|jwts?|session(s| tokens?)|auth(entication|orization)?)\b/i],
  ['code', /\b(code|function|typescript|javascript|python|algorithm|debounce|snippet|table)\b/i],
  ['help', /\b(help|what can (i|you|we)|how (do|does) (i|this)|what is (this|ikigai)|demo|features?)\b/i],
  ['hello', /\b(hello|hi|hey|hallo|good (morning|evening|day))\b/i],
]

const VOICES: Readonly<Partial<Record<SimulatedHost, DemoVoice>>> = {
  anthropic: anthropicDemo,
  openai: openaiDemo,
  google: googleDemo,
}

/** Starts a simulator that answers every prompt with the demo. */
export function startDemoSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  return startSimulator({ answerWith: demoAnswer, ...options })
}

/** Returns the demo's answer to a request: thinking first, at reading speed. */
export function demoAnswer(request: SimulatorRequest): Answer {
  const voice = VOICES[request.host] ?? openaiDemo
  const texts = spokenTexts(request)
  const prompt = texts.findLast(({ role }) => role === 'user')?.text ?? ''
  const topic = demoTopic(prompt)
  const { thinking, text } =
    topic === undefined ? voice.fallback(quotable(prompt), texts.slice(0, -1)) : voice.answers[topic]
  const blocks: ScriptedBlock[] = [
    { type: 'thinking', text: thinking },
    { type: 'text', text },
  ]
  return { type: 'script', blocks, chunkSize: 12, tokensPerSecond: voice.tokensPerSecond }
}

/** Returns the topic of a prompt by its words. */
export function demoTopic(prompt: string): DemoTopic | undefined {
  return TOPIC_LABELS.find(([, words]) => words.test(prompt))?.[0]
}

const MAX_QUOTE = 160

/** Returns the prompt on one line, short enough to quote, and without Markdown that would end the quotation. */
function quotable(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim()
  return line.length <= MAX_QUOTE ? line : `${line.slice(0, MAX_QUOTE)}…`
}
