import { fork } from 'node:child_process'
import { once } from 'node:events'

import { z } from 'zod'

/** A simulator in a process of its own, whose answers stream at a steady pace. */
export interface PacedSimulator {
  readonly environment: Readonly<Record<string, string>>
  /** The address of its Anthropic API. */
  readonly url: string
  close(): void
}

const told = z.object({ environment: z.record(z.string(), z.string()), url: z.string() })

/** Each answer lasts so many seconds at `rate` tokens a second, of four characters each; they come in pairs. */
export async function startPacedSimulator(seconds: number, rate: number): Promise<PacedSimulator> {
  const child = fork(new URL('simulator-process.ts', import.meta.url), [String((seconds * rate) / 2), String(rate)])
  const [message]: unknown[] = await once(child, 'message')
  return { ...told.parse(message), close: () => child.disconnect() }
}
