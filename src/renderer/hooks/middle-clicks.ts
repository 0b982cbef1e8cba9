import type { MouseEvent as ReactMouseEvent } from 'react'

/** The button number of the middle mouse button. */
const MIDDLE = 1

/** What takes text that is pasted. A terminal has its text field somewhere below the pointer, so its whole screen does. */
const TAKES_PASTE = 'textarea, input, [contenteditable="true"], [data-takes-paste]'

/**
 * Keeps a middle click from pasting anywhere but where it points. On Linux it pastes what was selected last, perhaps
 * a password in another program, into the text field that has the focus when the click ends: also into one that keeps
 * the focus or gets it by the click. Call the result to stop.
 */
export function refuseStrayPastes(page: Document): () => void {
  const refuse = (release: MouseEvent): void => {
    if (release.button === MIDDLE && !isAtFocus(release.target, page)) release.preventDefault()
  }
  // Before every other listener: none can keep the event from it.
  page.addEventListener('mouseup', refuse, { capture: true })
  return () => page.removeEventListener('mouseup', refuse, { capture: true })
}

function isAtFocus(target: EventTarget | null, { activeElement }: Document): boolean {
  const field = target instanceof Element ? target.closest(TAKES_PASTE) : null
  return field?.contains(activeElement) ?? false
}

/** Handlers of an element that a middle click opens. The click neither scrolls the page nor takes the focus. */
export function opensByMiddleClick(open: () => void): {
  readonly onMouseDown: (press: ReactMouseEvent) => void
  readonly onAuxClick: (click: ReactMouseEvent) => void
} {
  return {
    onMouseDown(press) {
      if (press.button === MIDDLE) press.preventDefault()
    },
    onAuxClick(click) {
      if (click.button === MIDDLE) open()
    },
  }
}
