import type { SpokenText } from './conversation-texts.ts'

/** What the demo can talk about. Anything else gets the fallback, which quotes the prompt. */
export type DemoTopic = 'tokens' | 'code' | 'haiku' | 'help' | 'hello'

interface DemoAnswer {
  readonly thinking: string
  readonly text: string
}

/** One provider's part of the demo, in its own voice. */
export interface DemoVoice {
  /** Reading speed, in tokens per second. */
  readonly tokensPerSecond: number
  readonly answers: Readonly<Record<DemoTopic, DemoAnswer>>
  readonly fallback: (prompt: string, earlier: readonly SpokenText[]) => DemoAnswer
}
