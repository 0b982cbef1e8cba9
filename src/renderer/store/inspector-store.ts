import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

export const INSPECTOR_VIEWS = ['context', 'request'] as const
export type InspectorView = (typeof INSPECTOR_VIEWS)[number]

const inspectorSchema = z.object({
  open: z.boolean(),
  view: z.enum(INSPECTOR_VIEWS),
  /** Percent of the window; null: default width. */
  width: z.number().nullable(),
  /** `MODEL/LEVEL` whose request is shown; null: the agent's own model. */
  model: z.string().nullable(),
})
export type InspectorState = Readonly<z.infer<typeof inspectorSchema>>

export type InspectorStore = StoreApi<InspectorState>

export function createInspectorStore(): InspectorStore {
  return createStore(() => ({ open: false, view: 'context', width: null, model: null }))
}

export function parseInspector(value: unknown): InspectorState | null {
  const parsed = inspectorSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}
