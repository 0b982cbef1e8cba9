import { createContext, use } from 'react'

import type { ComparisonStore } from '../store/comparison-store.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { LayerHost } from '../parts/layer-host.ts'
import { promptElement } from './prompt-id.ts'

/** The one owner of the focus while modal layers open and close. */
export interface WindowLayers extends LayerHost {
  /** Names the part of the page that is inert behind the layers. Returns how to take that back. */
  setBackground(element: HTMLElement): () => void
  isOpen(): boolean
  /**
   * Closes the open dialog with `close` because a command runs, and focuses the current prompt, so that the command
   * finds the focus there. Returns false if a layer is still open, which has to be answered first.
   */
  closeForCommand(close: () => void): boolean
}

interface WindowLayerStores {
  readonly comparisons: ComparisonStore
  readonly layout: LayoutStore
}

export function createWindowLayers({ comparisons, layout }: WindowLayerStores): WindowLayers {
  let background: HTMLElement | null = null
  let open = 0
  let lastFocused: HTMLElement | null = null
  let paneWhenOpened: string | null = null
  let restores = true

  function remember({ target }: FocusEvent): void {
    lastFocused = target instanceof HTMLElement ? target : null
  }

  const currentPrompt = (): HTMLElement | null => {
    const comparison = comparisons.getState().active
    return promptElement(comparison) ?? promptElement(layout.getState().focused)
  }

  return {
    setBackground(element) {
      background = element
      element.inert = open > 0
      element.addEventListener('focusin', remember)
      return () => {
        element.removeEventListener('focusin', remember)
        background = null
      }
    },
    isOpen: () => open > 0,
    open() {
      if (open === 0) {
        paneWhenOpened = layout.getState().focused
        blurIn(background)
      }
      open += 1
      if (background !== null) background.inert = true
      return () => {
        open -= 1
        if (background !== null) background.inert = open > 0
      }
    },
    returnFocus(inLayer) {
      if (!restores) return false
      if (inLayer !== null) return inLayer
      const isSamePane = layout.getState().focused === paneWhenOpened
      return (isSamePane && lastFocused?.isConnected === true ? lastFocused : currentPrompt()) ?? true
    },
    closeForCommand(close) {
      restores = false
      close()
      restores = true
      if (open > 0) return false
      currentPrompt()?.focus()
      return true
    },
  }
}

/**
 * The browser takes the focus out of an inert part only before the next frame; keys pressed until then would arrive.
 */
function blurIn(background: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && background?.contains(focused) === true) focused.blur()
}

export const WindowLayersContext = createContext<WindowLayers | null>(null)

export function useWindowLayers(): WindowLayers {
  const layers = use(WindowLayersContext)
  if (layers === null) throw new Error('No layers: wrap the component in a LayerProvider')
  return layers
}
