/** Returns the row of an agent or a group in the tree, if it is rendered. `id`: as of `rowId`. */
export function rowElement(tree: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null ? null : (tree?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null)
}

/** Returns the id of the row that has the focus. */
export function rowOfTarget(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null
}
