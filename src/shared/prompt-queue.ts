/** A prompt or script that waits for the agent's turn to end. The engine keeps it, and sends it. */
export interface QueuedPrompt {
  /** A UUID. It stays the same when the text is changed. */
  readonly id: string
  readonly text: string
  /** The text was not typed: all of it is one prompt, and no line of it is a command. */
  readonly asText: boolean
}

/** In the order in which they are sent, one a turn. */
export type PromptQueue = readonly QueuedPrompt[]
