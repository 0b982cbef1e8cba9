/** Where a person is in the list of former prompts: -1 is the own draft. */
export interface Recall {
  readonly index: number
  /** What stood in the box before the first step back. */
  readonly draft: string
}

export const NO_RECALL: Recall = { index: -1, draft: '' }

export interface Recalled {
  readonly recall: Recall
  readonly text: string
}

/** One step to an older (`step` 1) or newer (`step` -1) prompt; null: there is none. */
export function recallStep(history: readonly string[], recall: Recall, text: string, step: 1 | -1): Recalled | null {
  const index = recall.index + step
  if (index < -1) return null
  const draft = recall.index === -1 ? text : recall.draft
  if (index === -1) return { recall: NO_RECALL, text: draft }
  const recalled = history[index]
  return recalled === undefined ? null : { recall: { index, draft }, text: recalled }
}

/** Up recalls where the cursor can't go up any more, Down where it can't go down: several lines stay editable. */
export function isOnFirstLine(text: string, cursor: number): boolean {
  return !text.slice(0, cursor).includes('\n')
}

export function isOnLastLine(text: string, cursor: number): boolean {
  return !text.slice(cursor).includes('\n')
}
