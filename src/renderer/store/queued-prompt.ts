import { z } from 'zod'

/** A prompt that waits for the end of a turn. */
export interface QueuedPrompt {
  /** Names it in every window. */
  readonly id: string
  readonly text: string
  /** A window has taken it to send it, and says so until the engine has answered. It is sent by nobody else. */
  readonly sending: boolean
}

export type PromptQueue = readonly QueuedPrompt[]

/** One change of a queue, for whatever stands in it by then; the same queue: there was nothing to change. */
export type QueueStep = (queue: PromptQueue) => PromptQueue

const keptSchema = z.array(z.union([z.string(), z.object({ id: z.string(), text: z.string(), sending: z.boolean() })]))

/** A kept queue; empty where it is of another shape. A prompt that was kept as its bare text is known by its place. */
export function parseQueue(kept: unknown): PromptQueue {
  const parsed = keptSchema.safeParse(kept)
  if (!parsed.success) return []
  return parsed.data.map((each, index) =>
    typeof each === 'string' ? { id: `at ${index}`, text: each, sending: false } : each,
  )
}

export function added(prompt: QueuedPrompt): QueueStep {
  return (queue) => (queue.some(({ id }) => id === prompt.id) ? queue : [...queue, prompt])
}

export function changed(id: string, text: string): QueueStep {
  return mapped(id, (prompt) => ({ ...prompt, text, sending: false }))
}

export function removed(id: string): QueueStep {
  return (queue) => (queue.some((prompt) => prompt.id === id) ? queue.filter((prompt) => prompt.id !== id) : queue)
}

/** Takes the prompt to send it; changes nothing where it is gone or somebody else has taken it. */
export function claimed(id: string): QueueStep {
  return mapped(id, (prompt) => (prompt.sending ? prompt : { ...prompt, sending: true }))
}

/** It was not sent after all. */
export function released(id: string): QueueStep {
  return mapped(id, (prompt) => ({ ...prompt, sending: false }))
}

function mapped(id: string, change: (prompt: QueuedPrompt) => QueuedPrompt): QueueStep {
  return (queue) => {
    const index = queue.findIndex((prompt) => prompt.id === id)
    const prompt = queue[index]
    if (prompt === undefined) return queue
    const next = change(prompt)
    return next === prompt ? queue : queue.with(index, next)
  }
}
