import { z } from 'zod'

const treeArrangementSchema = z.object({ archived: z.array(z.string()), pinned: z.array(z.string()) })

/** The ids of the agents that the user archived and pinned. */
export type ArrangedAgents = Readonly<z.infer<typeof treeArrangementSchema>>

/** Null: the stored value has another shape. */
export function parseTreeArrangement(stored: unknown): ArrangedAgents | null {
  return treeArrangementSchema.safeParse(stored).data ?? null
}
