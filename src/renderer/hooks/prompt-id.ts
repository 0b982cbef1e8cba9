import type { PromptOwner } from '../store/prompt-files.ts'

/** Returns the element id of a prompt box. Ids contain no spaces. */
export function promptElementId(owner: PromptOwner): string {
  return `prompt-${owner.replaceAll(' ', '-')}`
}

/** Returns a prompt box, if it is shown. */
export function promptElement(owner: PromptOwner | null): HTMLElement | null {
  return owner === null ? null : document.getElementById(promptElementId(owner))
}
