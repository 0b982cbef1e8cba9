import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'

/**
 * Asks what to do when the page's process has crashed or hangs, and reloads the page. The engine runs in this process
 * and is not affected; the reloaded page shows its state again.
 */
export function recoverWindow(window: BrowserWindow): void {
  const { webContents } = window
  let question: AbortController | null = null
  let endedByUs = false

  const ask = async (problem: Problem, answers: readonly [() => void, () => void]): Promise<void> => {
    question?.abort()
    const own = new AbortController()
    question = own
    const { response } = await dialog.showMessageBox(window, { ...BOX, ...problem, signal: own.signal })
    if (!own.signal.aborted && !window.isDestroyed()) answers[response === 0 ? 0 : 1]()
  }
  const restart = (): void => {
    endedByUs = true
    webContents.forcefullyCrashRenderer()
    webContents.reload()
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || endedByUs) return
    // `destroy`, because a page that does not run cannot handle being closed.
    void ask(DEAD, [() => webContents.reload(), () => window.destroy()])
  })
  webContents.on('did-finish-load', () => {
    endedByUs = false
  })
  window.on('unresponsive', () => void ask(HANGING, [restart, () => undefined]))
  window.on('responsive', () => question?.abort())
}

interface Problem {
  readonly message: string
  readonly buttons: string[]
}

const DEAD: Problem = { message: 'The window has stopped working', buttons: ['Reload', 'Close Window'] }
const HANGING: Problem = { message: 'The window is not responding', buttons: ['Reload', 'Wait'] }
const BOX = {
  type: 'warning',
  title: 'ikigai',
  detail: 'Your agents run outside the window: they continue, and nothing is lost.',
  defaultId: 0,
  cancelId: 1,
  noLink: true,
} as const
