import type { AttachmentBlock } from './attachment.ts'

/** A prompt or script that waits for the agent's turn to end. The engine stores and sends it. */
export interface QueuedPrompt {
  /** A UUID. Unchanged when the text is edited. */
  readonly id: string
  readonly text: string
  /** Whether the text was not typed: it is one prompt, and none of its lines is a command. */
  readonly asText: boolean
  /** Label of the home whose user wrote it. Set if it is another than the agent's: it is sent only by a user of the agent's home. */
  readonly from?: string
  /** The files of the prompt, in its order. Missing: none. */
  readonly attachments?: readonly AttachmentBlock[]
}

/** In the order in which they are sent, one per turn. */
export type PromptQueue = readonly QueuedPrompt[]
