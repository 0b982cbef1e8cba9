import { dialog } from 'electron'
import type { MessageBoxOptions } from 'electron'

/**
 * Shows a message box that belongs to no window, and resolves to the index of the chosen button. Aborting the signal
 * closes it as if it was cancelled. macOS leaves such a box open: it then stays until the app ends, without effect.
 */
export async function answerTo(
  signal: AbortSignal,
  options: MessageBoxOptions & { readonly cancelId: number },
): Promise<number> {
  if (signal.aborted) return options.cancelId
  const aborted = new Promise<number>((resolve) => {
    signal.addEventListener('abort', () => resolve(options.cancelId), { once: true })
  })
  const answered = dialog.showMessageBox({ ...options, signal }).then(({ response }) => response)
  return Promise.race([answered, aborted])
}
