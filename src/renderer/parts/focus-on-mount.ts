/** A ref that focuses a field which a control in the same view has just opened. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
