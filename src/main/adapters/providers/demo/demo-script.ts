import { anthropicDemo } from './demo-answers-anthropic.ts'
import { googleDemo } from './demo-answers-google.ts'
import { openaiDemo } from './demo-answers-openai.ts'
import type { DemoAnswer, DemoTopic, DemoVoice, SpokenText } from './demo-voice.ts'

/** Topics with their words, the most specific first. The first match is used. */
const TOPIC_LABELS: readonly (readonly [DemoTopic, RegExp])[] = [
  ['haiku', /\b(haiku|poem|poetry|verse)\b/i],
  ['tokens', /\b(oauth\s?2?|jwts?|session(s| tokens?)|auth(entication|orization)?)\b/i],
  ['code', /\b(code|function|typescript|javascript|python|algorithm|debounce|snippet|table)\b/i],
  ['help', /\b(help|what can (i|you|we)|how (do|does) (i|this)|what is (this|ikigai)|demo|features?)\b/i],
  ['hello', /\b(hello|hi|hey|hallo|good (morning|evening|day))\b/i],
]

/** The providers of the demo. */
export const DEMO_PROVIDERS = ['anthropic', 'openai', 'google'] as const
export type DemoProvider = (typeof DEMO_PROVIDERS)[number]

const VOICES: Readonly<Record<DemoProvider, DemoVoice>> = {
  anthropic: anthropicDemo,
  openai: openaiDemo,
  google: googleDemo,
}

/** An answer, and how fast it is to be streamed. */
export interface DemoReply extends DemoAnswer {
  readonly tokensPerSecond: number
}

/** Returns a provider's scripted answer to a conversation. Providers without a script answer like OpenAI's. */
export function demoReply(provider: string, texts: readonly SpokenText[]): DemoReply {
  const voice = VOICES[DEMO_PROVIDERS.find((name) => name === provider) ?? 'openai']
  const prompt = texts.findLast(({ role }) => role === 'user')?.text ?? ''
  const topic = demoTopic(prompt)
  const answer = topic === undefined ? voice.fallback(quotable(prompt), texts.slice(0, -1)) : voice.answers[topic]
  return { ...answer, tokensPerSecond: voice.tokensPerSecond }
}

/** Returns the topic of a prompt by its words. */
export function demoTopic(prompt: string): DemoTopic | undefined {
  return TOPIC_LABELS.find(([, words]) => words.test(prompt))?.[0]
}

/** The text that describes a fork with a task of its own to its model. It is nothing that a user said. */
const FORK_NOTE = /\s*\[A fork begins here\.[^]*? with `send parent MESSAGE`\.\]\s*/

export function withoutForkNote(text: string): string {
  return text.replace(FORK_NOTE, '')
}

const MAX_QUOTE = 160

/** Returns the prompt on one line, short enough to quote, and without Markdown that would end the quotation. */
function quotable(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim()
  return line.length <= MAX_QUOTE ? line : `${line.slice(0, MAX_QUOTE)}…`
}
