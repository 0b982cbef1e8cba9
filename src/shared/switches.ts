import { z } from 'zod'

const switchesSchema = z.record(z.string(), z.boolean())
/** Decisions by name. */
export type Switches = Readonly<z.infer<typeof switchesSchema>>

/** Parses stored decisions; null if they are damaged. */
export function parseSwitches(stored: unknown): Switches | null {
  const parsed = switchesSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}
