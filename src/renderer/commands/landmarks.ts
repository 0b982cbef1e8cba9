import type { AgentId } from '../../shared/ids.ts'

/** Marks the elements that F6 goes through, in their order in the page. */
const LANDMARK = '[data-landmark]'

/** What takes the focus in a landmark, the preferred kind first. */
const TARGETS = [
  'textarea',
  '[role="treeitem"][tabindex="0"]',
  '[role="tab"][aria-selected="true"]',
  'button, a[href], input, select',
]

/** Moves the focus to the next (1) or previous (-1) landmark that is shown. */
export function goToLandmark(step: 1 | -1): void {
  const shown = [...document.querySelectorAll<HTMLElement>(LANDMARK)].filter(isShown)
  const current = shown.findLastIndex((landmark) => landmark.contains(document.activeElement))
  const next = current === -1 && step === -1 ? shown.length - 1 : (current + step + shown.length) % shown.length
  const landmark = shown[next]
  if (landmark !== undefined) focusIn(landmark)
}

/** Focuses the part of a landmark that is used most; one without such parts is focused itself. */
function focusIn(landmark: HTMLElement): void {
  const parts = TARGETS.flatMap((selector) => [...landmark.querySelectorAll<HTMLElement>(selector)])
  const target = parts.find((part) => isShown(part) && !part.matches(':disabled, [tabindex="-1"]')) ?? landmark
  if (target === landmark) landmark.tabIndex = -1
  target.focus()
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

/** Whether the focus is in an element. */
export function isIn(selector: string): boolean {
  return document.activeElement?.closest(selector) instanceof Element
}

/** Focuses the first element that is shown; returns whether there is one. */
export function focusPart(selector: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(isShown)
  found?.focus()
  return found !== undefined
}

/** Moves the focus to an agent's column in the newest row of the comparison that is shown, if there is one. */
export function focusColumn(agentId: AgentId): void {
  const column = document.querySelector<HTMLElement>(`[role="region"][data-column="${CSS.escape(agentId)}"]`)
  column?.focus({ preventScroll: true })
  column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
