import { flushSync } from 'react-dom'

import { useStores } from './app-context.ts'
import { useWindowLayers } from './layer-host.ts'

/**
 * Returns a function that closes the open dialog and runs a command. What the command opens receives the focus;
 * otherwise, the prompt of the current pane does.
 */
export function useRunCommand(): (run: () => void) => void {
  const { dialogs } = useStores()
  const layers = useWindowLayers()
  return (run) => {
    const close = () => flushSync(() => dialogs.close())
    if (layers.closeForCommand(close)) run()
  }
}
