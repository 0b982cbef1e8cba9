/**
 * Opens the system's dialog for files; resolves to an empty list if the user cancels. Null: the browser opens it only
 * after a click or a key press in the page, and there was none.
 */
export function pickFiles(): Promise<readonly File[]> | null {
  if (!navigator.userActivation.isActive) return null
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.hidden = true
  // Outside of the document, it may be gone before the user has chosen.
  document.body.append(input)
  const { promise, resolve } = Promise.withResolvers<readonly File[]>()
  input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true })
  input.addEventListener('cancel', () => resolve([]), { once: true })
  input.click()
  return promise.finally(() => input.remove())
}
