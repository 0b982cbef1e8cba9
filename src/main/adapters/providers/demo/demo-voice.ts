/** The topics of the demo. Any other prompt gets the fallback, which quotes it. */
export type DemoTopic = 'tokens' | 'code' | 'haiku' | 'help' | 'hello'

/** A text of a conversation. Tool calls and thinking are not included. */
export interface SpokenText {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export interface DemoAnswer {
  readonly thinking: string
  readonly text: string
}

/** One provider's part of the demo, in its own style. */
export interface DemoVoice {
  /** Reading speed, in tokens per second. */
  readonly tokensPerSecond: number
  readonly answers: Readonly<Record<DemoTopic, DemoAnswer>>
  readonly fallback: (prompt: string, earlier: readonly SpokenText[]) => DemoAnswer
}
